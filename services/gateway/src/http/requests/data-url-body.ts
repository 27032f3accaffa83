import { LuitError } from '@luit/contracts/errors';
import { parseJson } from './json-body';

const START = Buffer.from('"data:image');
const BACKSLASH = '\\'.charCodeAt(0);
/** Some JSON encoders escape slashes. */
const HEADER = /^data:image\\?\/(jpeg|png|webp);base64,/;
const HEADER_BYTES = 33;
/** In the place of an image. No data URL contains it, because it is not base64. */
const MARK = /^data:image\/(?:jpeg|png|webp);base64,#(\d+)$/;

/** A JSON body without its images, which were cut out. */
export interface DataUrlBody {
  /** The parsed body. An image is replaced by its mark, or by an empty text if it is not a supported one. */
  json: unknown;
  /** The data URLs as they were sent, without their quotes. */
  images: Buffer[];
}

/** The index of the image that was cut out here; undefined if none was. */
export function indexOfMark(text: unknown): number | undefined {
  const index = typeof text === 'string' ? MARK.exec(text)?.[1] : undefined;
  return index === undefined ? undefined : Number(index);
}

/**
 * Splits a body without parsing megabytes: an image is a string that starts with `data:image`, and the small rest is parsed
 * like every other body. A string without quotes and backslashes cannot escape its place in JSON.
 *
 * @param maxRestBytes the size limit of everything except the images
 * @throws LuitError `invalid_json`, `validation_failed`
 */
export function splitDataUrlBody(body: Buffer, maxRestBytes: number, maxImages = 1): DataUrlBody {
  const rest: string[] = [];
  const images: Buffer[] = [];
  let restBytes = 0;
  for (let from = 0, start = 0; start >= 0;) {
    start = images.length < maxImages ? startOfImage(body, from, maxRestBytes) : -1;
    const until = start < 0 ? body.length : start + 1;
    restBytes += until - from;
    if (restBytes > maxRestBytes) {
      throw new LuitError('validation_failed', 'The request body may contain only images and its options.');
    }
    rest.push(body.toString('utf8', from, until));
    if (start < 0) break;
    from = body.indexOf('"', until);
    if (from < 0) throw new LuitError('invalid_json', 'The request body is not valid JSON.');
    const image = body.subarray(until, from);
    const header = HEADER.exec(image.toString('latin1', 0, HEADER_BYTES))?.[0];
    rest.push(header ? `${header}#${images.length}` : '');
    images.push(image);
  }
  return { json: parseJson(rest.join('')), images };
}

/** An escaped quote is part of another string. */
function startOfImage(body: Buffer, from: number, maxRestBytes: number): number {
  let start = body.indexOf(START, from);
  while (start > 0 && start - from <= maxRestBytes && body[start - 1] === BACKSLASH) {
    start = body.indexOf(START, start + 1);
  }
  return start;
}
