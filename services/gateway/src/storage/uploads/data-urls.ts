import { LuitError } from '@luit/contracts/errors';

const HEADER = /^data:image\/(?:jpeg|png|webp);base64,/;
const HEADER_BYTES = 32;
/** Some JSON encoders escape slashes. About one character in 64 is a slash. */
const ESCAPED = 33 / 32;

/** The most bytes that the data URL of an image may have. */
export const maxDataUrlBytes = (imageBytes: number): number =>
  HEADER_BYTES + Math.ceil(Math.ceil(imageBytes / 3) * 4 * ESCAPED);

/**
 * Decodes the image of a data URL. Nothing is fetched.
 *
 * @param url may have escaped slashes
 * @param field of the image, for the error
 * @throws LuitError `validation_failed`
 */
export function imageOfDataUrl(url: string, field: string): Buffer {
  const plain = url.includes('\\') ? url.replaceAll('\\/', '/') : url;
  const [header] = HEADER.exec(plain.slice(0, HEADER_BYTES)) ?? [];
  if (header === undefined) throw invalidImageReference(field);
  const image = Buffer.from(plain.slice(header.length), 'base64');
  // The decoder skips characters that are none of base64.
  const end = plain.length - (plain.endsWith('==') ? 2 : plain.endsWith('=') ? 1 : 0);
  if (image.length === 0 || image.length !== Math.floor(((end - header.length) * 3) / 4)) {
    throw invalidImageReference(field);
  }
  return image;
}

export function invalidImageReference(field: string): LuitError {
  const text =
    'Send the image as a file of a multipart form, or as a data URL of JPEG, PNG or WebP. Other URLs are not fetched.';
  return new LuitError('validation_failed', text, { details: { [field]: text } });
}
