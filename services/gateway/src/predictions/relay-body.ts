import { LuitError } from '@luit/contracts/errors';
import { parseJson } from '../http/json-body';
import { validationPipe } from '../http/validation.pipe';
import { PredictionDto, type RestoreModelDto } from './predictions.dto';

/** Size limit of everything except the image. */
const MAX_REST_BYTES = 4 * 1024;
const START = Buffer.from('"data:image/');
const HEADER = /^data:image\/(jpeg|png|webp);base64,/;
const HEADER_BYTES = 32;

/** The size of a body with an image of this size, whose base64 is a third longer. */
export const maxRelayBytes = (imageBytes: number): number => Math.ceil(imageBytes / 3) * 4 + MAX_REST_BYTES;

interface RelayBody {
  /** The unmodified data URI without its quotes. */
  image: Buffer;
  options: Omit<RestoreModelDto, 'img'>;
}

/**
 * Splits a body without parsing megabytes: the image is the string that starts with `data:image/`, and the small rest is
 * parsed and validated like every other body. A string without quotes and backslashes cannot escape its place in JSON, so
 * the image can be forwarded unchanged.
 *
 * @throws LuitError `invalid_json`, `validation_failed` with the invalid fields
 */
export async function splitRelayBody(body: Buffer): Promise<RelayBody> {
  const start = body.indexOf(START);
  const from = start < 0 ? body.length : start + 1;
  const end = start < 0 ? body.length : body.indexOf('"', from);
  if (end < 0) throw new LuitError('invalid_json', 'The request body is not valid JSON.');
  const image = body.subarray(from, end);
  if (body.length - image.length > MAX_REST_BYTES) {
    throw new LuitError('validation_failed', 'The request body may contain only an image and its options.');
  }
  const header = HEADER.exec(image.toString('latin1', 0, HEADER_BYTES))?.[0] ?? '';
  const rest = parseJson(body.toString('utf8', 0, from) + header + body.toString('utf8', end));
  const { input } = (await validationPipe().transform(rest, { type: 'body', metatype: PredictionDto })) as {
    input: RestoreModelDto;
  };
  const { img, ...options } = input;
  if (img !== header || image.includes('\\')) {
    const text = 'Please select an image file';
    throw new LuitError('validation_failed', text, { details: { img: text } });
  }
  return { image, options };
}
