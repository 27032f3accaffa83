import { setTimeout as pause } from 'node:timers/promises';
import type { Attackers } from './attack';
import type { Bystander, BystanderReport } from './bystander';
import { type Flood, HELD_OPEN } from './floods/flood';
import { MemoryMonitor } from './memory';
import type { AttackerAccess } from './participants';
import type { Target } from './target';

/** For the bystander, on two cores. */
export const P99_LIMIT_MS = 500;
/** MiB per process. */
export const GROWTH_LIMIT = 150;
/** MiB per process after garbage collection, which the allocator may keep for later requests. */
const RETAINED_LIMIT = 60;
const RELEASED_WITHIN_MS = 90_000;
/** The bystander continues after the flood, to measure its aftermath. */
const AFTERMATH_MS = 500;

export interface FloodOutcome {
  name: string;
  sends: string;
  responses: Record<string, number>;
  bystander: BystanderReport;
  growth: { name: string; megabytes: number };
  /** One sentence each; empty if all limits held. */
  problems: string[];
}

/**
 * Runs one flood while the bystander works.
 *
 * @param durationMs how long attackers start new requests
 * @param isTimed whether the bystander's response times have a limit
 */
export async function runFlood(
  flood: Flood,
  durationMs: number,
  { target, attackers, bystander, access }: FloodParticipants,
  isTimed: boolean,
): Promise<FloodOutcome> {
  target.collectGarbage();
  const memory = await MemoryMonitor.start(() => target.stack);
  let isOver = false;
  const attack = async (): Promise<[Record<string, number>, BystanderReport]> => {
    const working = bystander.work(() => isOver, isTimed);
    // Awaited below, so that an error of the flood itself is reported first.
    working.catch(() => undefined);
    try {
      const received = await attackers.flood(flood.name, access, durationMs);
      await pause(AFTERMATH_MS);
      isOver = true;
      return [received, await working];
    } finally {
      isOver = true;
      await memory.stop();
    }
  };
  const [responses, report] = await attack();
  const retained = await memory.untilReleased(RETAINED_LIMIT, RELEASED_WITHIN_MS, () => target.collectGarbage());
  const growth = memory.largestGrowth;
  return {
    name: flood.name,
    sends: flood.sends,
    responses,
    bystander: report,
    growth,
    problems: [
      ...bystanderProblems(report, isTimed),
      ...limitProblems(flood, durationMs, responses),
      ...(growth.megabytes >= GROWTH_LIMIT ? [`${growth.name} grew by ${growth.megabytes.toFixed(0)} MiB`] : []),
      ...(retained ? [retained] : []),
      ...(target.hasRestarted ? ['a process crashed'] : []),
    ],
  };
}

export interface FloodParticipants {
  target: Target;
  attackers: Attackers;
  bystander: Bystander;
  access: AttackerAccess;
}

export function bystanderProblems({ p99, slowest, failures }: BystanderReport, isTimed: boolean): string[] {
  return [
    ...(isTimed && p99 >= P99_LIMIT_MS ? [`p99 ${p99.toFixed(0)} ms (${slowest})`] : []),
    ...Object.entries(failures).map(([failure, times]) => `${times} × ${failure}`),
  ];
}

/** A 503 means that a limit held (502 likewise); any other 5xx is a bug. */
function limitProblems(
  { atMost = {}, closesWithinMs }: Flood,
  durationMs: number,
  responses: Record<string, number>,
): string[] {
  const bugs = Object.entries(responses).filter(
    ([status]) => /^5\d\d$/.test(status) && !['502', '503'].includes(status),
  );
  const beyond = Object.entries(atMost).filter(([status, limit]) => (responses[status] ?? 0) > limit);
  const isHeldOpen = closesWithinMs !== undefined && durationMs >= closesWithinMs && (responses[HELD_OPEN] ?? 0) > 0;
  return [
    ...(isHeldOpen ? [`${responses[HELD_OPEN]} connections still open after ${durationMs / 1_000} s`] : []),
    ...bugs.map(([status, times]) => `${times} responses with ${status}`),
    ...beyond.map(([status, limit]) => `${responses[status]} responses with ${status}, at most ${limit}`),
  ];
}
