import type { HistoryResult } from './simulation';
import type { HistoryOptions } from './world';

/** Messages from the parent to a process that runs histories. */
export interface HistoryOrder {
  seed: number;
  options: HistoryOptions;
}

/** Messages from the process to the parent. */
export type HistoryReport =
  | { kind: 'ready' }
  /** `cpuSeconds`: processor time of the process since its start, without Postgres. */
  | { kind: 'result'; result: HistoryResult; cpuSeconds: number };
