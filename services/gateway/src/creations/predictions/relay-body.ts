import { LuitError } from '@luit/contracts/errors';
import { indexOfMark, splitDataUrlBody } from '../../http/requests/data-url-body';
import { validationPipe } from '../../http/requests/validation.pipe';
import { PredictionDto, type RestoreModel } from './predictions.dto';

/** Size limit of everything except the image. */
const MAX_REST_BYTES = 4 * 1024;

/** The size of a body with an image of this size, because base64 is a third longer. */
export const maxRelayBytes = (imageBytes: number): number => Math.ceil(imageBytes / 3) * 4 + MAX_REST_BYTES;

interface RelayBody {
  /** The unmodified data URI without its quotes. */
  image: Buffer;
  options: Omit<RestoreModel, 'img'>;
}

/**
 * Splits a body into the image, which can be forwarded unchanged, and its options.
 *
 * @throws LuitError `invalid_json`, `validation_failed` with the invalid fields
 */
export async function splitRelayBody(body: Buffer): Promise<RelayBody> {
  const { json, images } = splitDataUrlBody(body, MAX_REST_BYTES);
  const { input } = (await validationPipe().transform(json, {
    type: 'body',
    metatype: PredictionDto,
  })) as PredictionDto;
  const { img, ...options } = input;
  const [image] = images;
  if (!image || indexOfMark(img) !== 0 || image.includes('\\')) {
    const text = 'Please select an image file';
    throw new LuitError('validation_failed', text, { details: { img: text } });
  }
  return { image, options };
}
