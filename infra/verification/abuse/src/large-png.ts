import { png, pngHeader, pngPixels } from '@luit/chaos/png';
import { randomBytes } from 'node:crypto';

const BYTES_PER_PIXEL = 3;
/** Noise does not compress, so this gives a PNG of about 6.5 MB, below the limit for uploads. */
const SIDE = 1_480;

/** A valid image of several megabytes. */
export function largePng(side = SIDE): Buffer {
  const rows = Array.from({ length: side }, () => randomBytes(side * BYTES_PER_PIXEL));
  return png(pngHeader(side, side), pngPixels(rows, 1));
}
