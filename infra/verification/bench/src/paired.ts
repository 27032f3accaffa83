import { performance } from 'node:perf_hooks';

export interface Ratio {
  median: number;
  lowest: number;
  highest: number;
}

export interface Pair {
  ours: number[];
  baseline: number[];
  /** ours ÷ baseline, round by round. */
  ratio: Ratio;
}

const ROUNDS = 7;

/** Alternates both sides, so that changes in machine speed affect both equally. */
export async function paired(
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Pair> {
  const values = { ours: [] as number[], baseline: [] as number[] };
  await ours();
  await baseline();
  for (let round = 0; round < rounds; round++) {
    values.ours.push(await ours());
    values.baseline.push(await baseline());
  }
  return pairOf(values.ours, values.baseline);
}

/** The values of alternating rounds with their ratios. */
export function pairOf(ours: number[], baseline: number[]): Pair {
  const ratios = ours.map((value, round) => value / baseline[round]!);
  return {
    ours,
    baseline,
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
  };
}

/** Median duration of sequential calls, in milliseconds. */
export async function p50(calls: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** By the nearest-rank method. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
