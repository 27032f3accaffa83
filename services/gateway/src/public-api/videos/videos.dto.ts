import { MAX_PROMPT_CHARACTERS, PROMPT_REQUIRED, PROMPT_TOO_LONG } from '@luit/contracts/generation/limits';
import type { RequestMetadata } from '@luit/contracts/generation/metadata';
import { PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ChoiceField, IntegerField, TextField } from '../../http/fields';
import { SEED } from '../../requests/video-options.dto';
import { ImageField } from '../image-field';
import { MetadataField } from '../metadata-field';
import { VIDEO_SIZES } from '../video-catalog';
import { MODEL, SECONDS, SIZE } from '../video-fields';

/** A JSON body, or the fields of a form, whose values are text. */
export class NewVideoDto {
  @TextField({ message: PROMPT_REQUIRED, tooLong: PROMPT_TOO_LONG, max: MAX_PROMPT_CHARACTERS, pattern: /\S/ })
  prompt!: string;

  @TextField(MODEL)
  model?: string;

  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
  @TextField(SECONDS)
  seconds?: string;

  @ChoiceField(VIDEO_SIZES, {
    ...SIZE,
    description: 'Resolution and aspect ratio; without it, 480p in the ratio that the model chooses',
  })
  size?: string;

  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value,
  )
  @IntegerField(SEED)
  seed?: number;

  @MetadataField()
  metadata?: RequestMetadata;

  @ImageField('The image that the video starts with')
  input_reference?: unknown;
}

/** Everything but the prompt is that of the other video. */
export class RemixDto extends PickType(NewVideoDto, ['prompt', 'metadata'] as const) {}

export class ContentQuery {
  @ChoiceField(['video', 'thumbnail'], { default: 'video' })
  variant: 'video' | 'thumbnail' = 'video';
}
