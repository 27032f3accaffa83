import { performance } from 'node:perf_hooks';

export interface Ratio {
  median: number;
  lowest: number;
  highest: number;
}

export interface Pair {
  ours: number[];
  base: number[];
  /** ours ÷ base, round by round. */
  ratio: Ratio;
}

const ROUNDS = 7;

/** Runs both sides in turn, so that a machine whose speed drifts slows both alike. */
export async function paired(ours: () => Promise<number>, base: () => Promise<number>, rounds = ROUNDS): Promise<Pair> {
  const pair = { ours: [] as number[], base: [] as number[] };
  await ours();
  await base();
  for (let round = 0; round < rounds; round++) {
    pair.ours.push(await ours());
    pair.base.push(await base());
  }
  const ratios = pair.ours.map((value, round) => value / pair.base[round]!);
  return { ...pair, ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) } };
}

/** Milliseconds that half of so many calls, one after the other, need at most. */
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

/** Nearest rank. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
