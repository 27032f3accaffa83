import { RATIOS } from '../generation/catalog/vocabulary';

/** How far a size may be from a ratio: 1792x1024, which programs ask for, is a sixtieth from 16:9. */
const TOLERANCE = 0.02;

export const IMAGE_SIZE = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/;

/** The ratio that a size such as 1536x1024 names; undefined if it is no known one. The model decides how many pixels an image has. */
export function ratioOfSize(size: string): (typeof RATIOS)[number] | undefined {
  const [, width, height] = IMAGE_SIZE.exec(size) ?? [];
  const wanted = Number(width) / Number(height);
  return RATIOS.find((ratio) => {
    const [across, down] = ratio.split(':').map(Number);
    return Math.abs((wanted * down!) / across! - 1) <= TOLERANCE;
  });
}
