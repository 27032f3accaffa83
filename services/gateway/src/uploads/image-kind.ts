import { ImageError } from './image-error';

export type ImageKind = 'jpg' | 'png' | 'webp';

/** Bytes that `imageKindOf` needs. */
export const SIGNATURE_BYTES = 12;
const JPEG_START = Buffer.from('ffd8ff', 'hex');
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Identifies a format that we accept by its first bytes. What follows is left to the decoder. */
export function imageKindOf(start: Buffer): ImageKind | undefined {
  if (start.length < SIGNATURE_BYTES) return undefined;
  if (start.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'jpg';
  if (start.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** @throws ImageError `not_an_image` */
export function requireKind(start: Buffer): ImageKind {
  const kind = imageKindOf(start);
  if (!kind) throw new ImageError('not_an_image');
  return kind;
}
