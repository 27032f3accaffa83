import { pixelSize } from '@luit/contracts/generation/catalog/pixel-size';
import { RATIOS, RESOLUTIONS } from '@luit/contracts/generation/catalog/vocabulary';
import fc from 'fast-check';
import { codingTimeMs } from './coding-time';

const seconds = fc.integer({ min: 1, max: 30 });
const timeOf = (durationSeconds: number, resolution: string, ratio: string) =>
  codingTimeMs({ durationSeconds, ...pixelSize(resolution, ratio, 2) });

it('a video of every resolution, ratio and length has time for four programs on a core, and no more than half an hour', () => {
  fc.assert(
    fc.property(seconds, fc.constantFrom(...RESOLUTIONS), fc.constantFrom(...RATIOS), (length, resolution, ratio) => {
      const { width, height } = pixelSize(resolution, ratio, 2);
      const encodingMs = (1_300 * length * width * height) / 1_000_000;
      const allowedMs = timeOf(length, resolution, ratio);
      expect(allowedMs).toBeLessThanOrEqual(1_800_000);
      expect(allowedMs).toBeGreaterThan(Math.min(1_799_999, 3.8 * encodingMs));
      expect(timeOf(length + 1, resolution, ratio)).toBeGreaterThanOrEqual(allowedMs);
    }),
  );
});
