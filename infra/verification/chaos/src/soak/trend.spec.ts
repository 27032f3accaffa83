import { percentPerTenMinutes, slope } from './trend';

const MINUTE_MS = 60_000;
const points = (values: number[], everyMs = MINUTE_MS) => values.map((value, i) => ({ at: i * everyMs, value }));

describe('the trend of a series', () => {
  it('is its growth in percent per ten minutes', () => {
    expect(percentPerTenMinutes(points([100, 101, 102, 103, 104]))).toBeCloseTo((10 / 102) * 100);
    expect(percentPerTenMinutes(points([7, 7, 7]))).toBe(0);
  });

  it('ignores an outlier', () => {
    expect(slope(points([100, 100, 900, 100, 100, 100]))).toBe(0);
  });
});
