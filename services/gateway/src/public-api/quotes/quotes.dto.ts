import type { RestoreQuality } from '@luit/contracts/generation/plans';
import { BooleanField, ChoiceField, TextField } from '../../http/fields';
import { QUALITIES } from '../../requests/requests.dto';
import { VIDEO_SIZES } from '../video-catalog';
import { MODEL, SECONDS, SIZE } from '../video-fields';

export class QuoteDto {
  @TextField(MODEL)
  model?: string;

  @TextField(SECONDS)
  seconds?: string;

  @ChoiceField(VIDEO_SIZES, SIZE)
  size?: string;

  @BooleanField({ isOptional: true, description: 'Whether the video starts with an image' })
  has_input_reference?: boolean;

  @ChoiceField(QUALITIES, { isOptional: true, description: 'The quality of a restoration, which has no other field' })
  quality?: RestoreQuality;
}
