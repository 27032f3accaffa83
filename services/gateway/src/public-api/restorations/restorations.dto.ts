import type { RequestMetadata } from '@luit/contracts/generation/metadata';
import type { RestoreEnhancement, RestoreQuality } from '@luit/contracts/generation/plans';
import { Transform } from 'class-transformer';
import { BooleanField, ChoiceField } from '../../http/fields';
import { toBoolean } from '../../http/form-values';
import { ENHANCEMENTS, QUALITIES } from '../../requests/requests.dto';
import { ImageField } from '../image-field';
import { MetadataField } from '../metadata-field';

/** A JSON body, or the fields of a form, whose values are text. */
export class NewRestorationDto {
  @ChoiceField(QUALITIES, { default: 'standard', description: 'How large the photo becomes' })
  quality: RestoreQuality = 'standard';

  @ChoiceField(ENHANCEMENTS, { default: 'standard', description: 'How much of a face is redrawn' })
  enhancement: RestoreEnhancement = 'standard';

  @Transform(toBoolean)
  @BooleanField({ default: false, description: 'Whether a black-and-white photo gets colors' })
  color_restoration: boolean = false;

  @MetadataField()
  metadata?: RequestMetadata;

  @ImageField('The photo', { isRequired: true })
  image?: unknown;
}

export class RestorationContentQuery {
  @ChoiceField(['image', 'thumbnail'], { default: 'image' })
  variant: 'image' | 'thumbnail' = 'image';
}
