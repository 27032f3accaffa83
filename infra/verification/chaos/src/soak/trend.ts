export interface Point {
  /** Milliseconds. */
  at: number;
  value: number;
}

const TEN_MINUTES_MS = 600_000;

/** The Theil–Sen estimator: the median of the slopes between all pairs of points, per millisecond. Robust to outliers. */
export function slope(points: Point[]): number {
  const slopes = points.flatMap((one, i) =>
    points.slice(i + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  );
  return median(slopes);
}

/** Growth in ten minutes, in percent of the median. */
export function percentPerTenMinutes(points: Point[]): number {
  return ((slope(points) * TEN_MINUTES_MS) / median(points.map(({ value }) => value))) * 100;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
