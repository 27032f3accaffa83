/** Each bucket boundary is 10 % above the previous one, so quantiles are accurate to 10 %. */
const GROWTH = 1.1;

/** SQL for the bucket of `ms`, an SQL expression. */
export function bucketSql(ms: string): string {
  return `ceil(ln(greatest(${ms}, 1)) / ln(${GROWTH}))::int`;
}

/** Jobs by bucket, as `job_rollups` stores them. */
export type StoredHistogram = Record<string, number>;

/** Jobs by how long something took. */
export class Histogram {
  private readonly jobsOf = new Map<number, number>();
  private total = 0;

  get jobs(): number {
    return this.total;
  }

  add(stored: StoredHistogram): void {
    for (const key in stored) this.addJobs(Number(key), stored[key]!);
  }

  merge(other: Histogram): void {
    for (const [bucket, jobs] of other.jobsOf) this.addJobs(bucket, jobs);
  }

  /** The quantile in seconds; null without jobs. */
  quantile(share: number): number | null {
    let seen = 0;
    for (const [bucket, jobs] of [...this.jobsOf].sort(([a], [b]) => a - b)) {
      seen += jobs;
      if (seen >= share * this.total) return Number((GROWTH ** bucket / 1_000).toPrecision(3));
    }
    return null;
  }

  private addJobs(bucket: number, jobs: number): void {
    this.jobsOf.set(bucket, (this.jobsOf.get(bucket) ?? 0) + jobs);
    this.total += jobs;
  }
}

/** The histogram of a key, which is added if it is new. */
export function histogramAt<Key>(histograms: Map<Key, Histogram>, key: Key): Histogram {
  const histogram = histograms.get(key) ?? new Histogram();
  histograms.set(key, histogram);
  return histogram;
}
