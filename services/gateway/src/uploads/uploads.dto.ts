import { megabytes, megapixels } from '@luit/contracts/generation/limits';
import { ApiProperty } from '@nestjs/swagger';
import { Allow } from 'class-validator';
import { DEFAULT_UPLOADS } from '../config';

const { maxBytes, maxPixels } = DEFAULT_UPLOADS;
const LIMITS = `by default at most ${megabytes(maxBytes)} MB and ${megapixels(maxPixels)} megapixels`;

/** The file of a form. `UploadsService` reads it before the other fields are validated. */
export class UploadDto {
  @ApiProperty({ type: 'string', format: 'binary', description: `JPEG, PNG or WebP, ${LIMITS}` })
  @Allow()
  image?: unknown;
}

/** A form that may have a second file. */
export class TwoUploadsDto extends UploadDto {
  @ApiProperty({ type: 'string', format: 'binary', required: false, description: 'The image that the video ends with' })
  @Allow()
  lastImage?: unknown;
}
