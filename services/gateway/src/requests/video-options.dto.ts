import {
  MAX_NEGATIVE_PROMPT_CHARACTERS,
  MAX_PRESET_ID,
  MAX_SEED,
  NEGATIVE_PROMPT_TOO_LONG,
} from '@luit/contracts/generation/limits';
import { ASPECT_RATIOS, type AspectRatio, type Framing, PRESET_ID } from '@luit/contracts/generation/options';
import { ChoiceField, IdField, IntegerField, TextField } from '../http/fields';
import { FramingField } from './framing-field';

const PRESET = {
  isOptional: true,
  min: 1,
  max: MAX_PRESET_ID,
  pattern: PRESET_ID,
  description: 'The id of a preset as listed by `GET /api/presets`',
};
export const SEED = {
  isOptional: true,
  min: 0,
  max: MAX_SEED,
  message: `The seed must be a whole number from 0 to ${MAX_SEED}`,
  description: 'Repeats a video with the same input; drawn by the server if absent',
};

/** Options of a video. `GET /api/models` lists what each model supports. */
export class VideoOptionsDto {
  @ChoiceField(ASPECT_RATIOS, {
    isOptional: true,
    message: `The aspect ratio must be one of ${ASPECT_RATIOS.join(', ')}`,
    description: '16:9 by default, and for an image the ratio that the model chooses; `original` requires an image',
  })
  aspectRatio?: AspectRatio;

  @FramingField()
  framing?: Framing;

  @IntegerField(SEED)
  seed?: number;

  @TextField({
    isOptional: true,
    max: MAX_NEGATIVE_PROMPT_CHARACTERS,
    tooLong: NEGATIVE_PROMPT_TOO_LONG,
    description: 'What to avoid',
  })
  negativePrompt?: string;

  @TextField({ ...PRESET, example: 'push-in' })
  cameraMotion?: string;

  @TextField({ ...PRESET, example: 'watercolor' })
  style?: string;

  @IdField({ isOptional: true, description: 'A finished video of your own, whose last frame the new one starts with' })
  extendOf?: string;

  @TextField({
    isOptional: true,
    max: 2_048,
    description:
      'The image that the video ends with, as returned by `POST /api/uploads` or `POST /api/uploads/resumable/{id}/image`; requires a first one',
  })
  lastImageUrl?: string;
}
