import { GRAYSCALE, png, pngHeader, pngPixels } from './png';

const SIDE = 96;

/** A small grayscale photo as PNG. */
export const TEST_IMAGE = png(
  pngHeader(SIDE, SIDE, GRAYSCALE),
  pngPixels(
    Array.from({ length: SIDE }, (_, y) => Buffer.from(Array.from({ length: SIDE }, (__, x) => (x * y) % 256))),
  ),
);
