/** How many bytes had arrived at a time, ms. */
export interface Sample {
  at: number;
  bytes: number;
}

const WINDOW_MS = 8_000;
/** A shorter time would show a rate that jumps. */
const STEADY_MS = 2_000;

/** Adds a sample and drops those that are too old for the rate. */
export function addSample(samples: Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ at }) => sample.at - at <= WINDOW_MS), sample];
}

/** Bytes per second; null until it is steady. */
export function rateOf(samples: Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at - first.at < STEADY_MS || last.bytes <= first.bytes) return null;
  return ((last.bytes - first.bytes) * 1_000) / (last.at - first.at);
}

/** For example `60 kB/s` or `1.4 MB/s`. */
export function formatRate(bytesPerSecond: number): string {
  if (bytesPerSecond < 1_000_000) return `${Math.max(1, Math.round(bytesPerSecond / 1_000))} kB/s`;
  return `${(bytesPerSecond / 1_000_000).toFixed(1)} MB/s`;
}
