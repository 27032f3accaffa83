import fc from 'fast-check';
import { clampRange, RangeNotSatisfiableError } from '@luit/platform/storage/storage';
import { parseRange } from './byte-range';

describe('parseRange', () => {
  it.each([
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=200-', { start: 200 }],
    ['bytes=-300', { start: 700 }],
    ['bytes=-5000', { start: 0 }],
    ['bytes=0-', { start: 0 }],
    ['bytes=-0', { start: 1_000 }],
  ])('%s of 1000 bytes', (header, range) => {
    expect(parseRange(header, 1_000)).toEqual(range);
  });

  it.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=9-3', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b'])(
    '%s asks for the whole file',
    (header) => {
      expect(parseRange(header, 1_000)).toBeUndefined();
    },
  );

  it('a range never exceeds the file', () => {
    fc.assert(
      fc.property(fc.nat(), fc.option(fc.nat()), fc.integer({ min: 1, max: 1_000_000 }), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last ?? ''}`, size);
        if (!range) return;
        try {
          const { start, end } = clampRange(range, size);
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThan(size);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeNotSatisfiableError);
          expect(first).toBeGreaterThanOrEqual(size);
        }
      }),
    );
  });
});
