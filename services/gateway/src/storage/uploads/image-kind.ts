import { ImageError } from './image-error';

export type ImageKind = 'jpg' | 'png' | 'webp';

/** Bytes that `imageKindOf` needs. */
export const SIGNATURE_BYTES = 12;
const JPEG_START = Buffer.from('ffd8ff', 'hex');
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** Identifies an accepted format by its first bytes. The decoder checks the rest. */
export function imageKindOf(start: Buffer): ImageKind | undefined {
  if (start.length < SIGNATURE_BYTES) return undefined;
  if (start.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'jpg';
  if (start.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** Formats of phones and cameras that we do not accept. */
export type ForeignFormat = 'heic' | 'avif';

/** Brands of the containers of these formats, which follow `ftyp` (ISO 23008-12). */
const BRANDS: Record<ForeignFormat, string[]> = {
  avif: ['avif', 'avis'],
  heic: ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'],
};

/** Identifies a picture that can be named when it is refused. */
export function foreignFormatOf(start: Buffer): ForeignFormat | undefined {
  if (start.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const brand = start.toString('latin1', 8, SIGNATURE_BYTES);
  return (Object.keys(BRANDS) as ForeignFormat[]).find((format) => BRANDS[format].includes(brand));
}

export function foreignFormatText(format: ForeignFormat): string {
  return `${format.toUpperCase()} pictures are not supported. Please save the picture as JPEG and try again.`;
}

/** @throws ImageError `not_an_image`, or the name of a format that is not accepted */
export function requireKind(start: Buffer): ImageKind {
  const kind = imageKindOf(start);
  if (!kind) throw new ImageError(foreignFormatOf(start) ?? 'not_an_image');
  return kind;
}
