import { megabytes, megapixels } from '@luit/contracts/generation/limits';
import { z } from 'zod';
import { UPLOAD_LIMITS } from '../../config';
import { dtoOf } from '../../http/requests/dto';

const { maxBytes, maxPixels } = UPLOAD_LIMITS;
const LIMITS = `at most ${megabytes(maxBytes)} MB and ${megapixels(maxPixels)} megapixels`;

/** A file of a form. `UploadsService` reads it before the other fields are validated. */
export const file = (description: string) => z.unknown().meta({ type: 'string', format: 'binary', description });
export const imageFile = file(`JPEG, PNG or WebP, ${LIMITS}`);
/** A second file. */
export const lastImageFile = file('The image that the video ends with').optional();

export class UploadDto extends dtoOf(z.object({ image: imageFile })) {}
