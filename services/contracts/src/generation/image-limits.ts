/** Limits of input images: pixels of each side, the longer side divided by the shorter one, and pixels in total. */
export const IMAGE_SIZE = { minSide: 16, maxRatio: 10, maxPixels: 50_000_000 } as const;

export type ImageSizeFault = 'too_small' | 'too_narrow' | 'too_many_pixels';

/**
 * Why an image of that size is refused; null if it is not. Browsers check it when an image is chosen, and the gateway when it arrives.
 *
 * @param maxPixels other than `IMAGE_SIZE.maxPixels` in tests only
 */
export function imageSizeFault(
  { width, height }: { width: number; height: number },
  maxPixels: number = IMAGE_SIZE.maxPixels,
): ImageSizeFault | null {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  if (width * height > maxPixels) return 'too_many_pixels';
  if (shorter < IMAGE_SIZE.minSide) return 'too_small';
  return longer > shorter * IMAGE_SIZE.maxRatio ? 'too_narrow' : null;
}
