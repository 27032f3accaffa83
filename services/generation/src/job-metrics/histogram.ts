/** Each bucket boundary is 10 % above the previous one, so quantiles are accurate to 10 %. */
const GROWTH = 1.1;

/** SQL for the bucket of `ms`, an SQL expression. */
export function bucketSql(ms: string): string {
  return `ceil(ln(greatest(${ms}, 1)) / ln(${GROWTH}))::int`;
}

export interface Bucket {
  bucket: number;
  jobs: number;
}

/** The quantile in seconds; null without jobs. */
export function quantile(buckets: Bucket[], share: number): number | null {
  const total = buckets.reduce((sum, { jobs }) => sum + jobs, 0);
  if (total === 0) return null;
  let seen = 0;
  for (const { bucket, jobs } of [...buckets].sort((a, b) => a.bucket - b.bucket)) {
    seen += jobs;
    if (seen >= share * total) return Number((GROWTH ** bucket / 1_000).toPrecision(3));
  }
  return null;
}
