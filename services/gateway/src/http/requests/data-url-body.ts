import { LuitError } from '@luit/contracts/errors';
import { parseJson } from './json-body';

const START = Buffer.from('"data:image');
const BACKSLASH = '\\'.charCodeAt(0);
/** Some JSON encoders escape slashes. */
const HEADER = /^data:image\\?\/(jpeg|png|webp);base64,/;
const HEADER_BYTES = 33;

/** A JSON body without its image, which was cut out. */
export interface DataUrlBody {
  /** The parsed body, with the header of the data URL in the place of the image. */
  json: unknown;
  /** The beginning of the data URL, as far as it announces a supported image. */
  header: string;
  /** The data URL as it was sent, without its quotes. */
  image: Buffer;
}

/**
 * Splits a body without parsing megabytes: the image is the string that starts with `data:image`, and the small rest is parsed
 * like every other body. A string without quotes and backslashes cannot escape its place in JSON.
 *
 * @param maxRestBytes the size limit of everything except the image
 * @throws LuitError `invalid_json`, `validation_failed`
 */
export function splitDataUrlBody(body: Buffer, maxRestBytes: number): DataUrlBody {
  const start = startOfImage(body, maxRestBytes);
  const from = start < 0 ? body.length : start + 1;
  const end = start < 0 ? body.length : body.indexOf('"', from);
  if (end < 0) throw new LuitError('invalid_json', 'The request body is not valid JSON.');
  const image = body.subarray(from, end);
  if (body.length - image.length > maxRestBytes) {
    throw new LuitError('validation_failed', 'The request body may contain only an image and its options.');
  }
  const header = HEADER.exec(image.toString('latin1', 0, HEADER_BYTES))?.[0] ?? '';
  return { json: parseJson(body.toString('utf8', 0, from) + header + body.toString('utf8', end)), header, image };
}

/** An escaped quote is part of another string. */
function startOfImage(body: Buffer, maxRestBytes: number): number {
  let start = body.indexOf(START);
  while (start > 0 && start <= maxRestBytes && body[start - 1] === BACKSLASH) start = body.indexOf(START, start + 1);
  return start;
}
