import fc from 'fast-check';
import { backoff, withJitter } from './backoff';

const settings = fc
  .record({ firstMs: fc.integer({ min: 1, max: 60_000 }), factor: fc.integer({ min: 1, max: 10_000 }) })
  .map(({ firstMs, factor }) => ({ firstMs, maxMs: firstMs * factor }));
const attempts = fc.integer({ min: 0, max: 1_000_000_000 });
const shares = fc.double({ min: 0, max: 1, noNaN: true });

describe('backoff', () => {
  it('the first delay is firstMs, and each further one doubles up to maxMs', () => {
    const delays = Array.from({ length: 8 }, (_, attempt) => backoff(attempt, { firstMs: 500, maxMs: 30_000 }));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('a delay without jitter is between firstMs and maxMs and never shorter than the one before', () => {
    fc.assert(
      fc.property(settings, attempts, (bounds, attempt) => {
        const delay = backoff(attempt, bounds);
        expect(delay).toBeGreaterThanOrEqual(bounds.firstMs);
        expect(delay).toBeLessThanOrEqual(bounds.maxMs);
        expect(backoff(attempt + 1, bounds)).toBeGreaterThanOrEqual(delay);
      }),
    );
  });

  it('jitter shortens a delay by its share at most and never lengthens it', () => {
    fc.assert(
      fc.property(settings, attempts, shares, shares, (bounds, attempt, jitter, share) => {
        const whole = backoff(attempt, bounds);
        const delay = backoff(attempt, { ...bounds, jitter }, () => share);
        expect(delay).toBeLessThanOrEqual(whole);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(whole * (1 - jitter)));
      }),
    );
  });

  it('jitter spreads equal delays evenly', () => {
    const delays = [0, 0.25, 0.5, 0.75, 1].map((share) => withJitter(1_000, 0.2, () => share));
    expect(delays).toEqual([1_000, 950, 900, 850, 800]);
  });
});
