import fc from 'fast-check';
import { IMAGE_SIZE, imageSizeFault } from './image-limits';

describe('sizes of input images', () => {
  it.each([
    [1, 4_000, 'too_small'],
    [15, 15, 'too_small'],
    [16, 16, null],
    [100, 1_000, null],
    [100, 1_001, 'too_narrow'],
    [4_000, 300, 'too_narrow'],
    [10_000, 5_000, null],
    [10_000, 5_001, 'too_many_pixels'],
    [1, 60_000_000, 'too_many_pixels'],
  ] as const)('%i × %i: %s', (width, height, fault) => {
    expect(imageSizeFault({ width, height })).toBe(fault);
  });

  it('a turned image has the same fault, and an accepted one keeps all limits', () => {
    const side = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const fault = imageSizeFault({ width, height });
        expect(imageSizeFault({ width: height, height: width })).toBe(fault);
        if (fault !== null) return;
        const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
        expect(shorter).toBeGreaterThanOrEqual(IMAGE_SIZE.minSide);
        expect(longer / shorter).toBeLessThanOrEqual(IMAGE_SIZE.maxRatio);
        expect(width * height).toBeLessThanOrEqual(IMAGE_SIZE.maxPixels);
      }),
    );
  });
});
