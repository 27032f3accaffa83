import { setTimeout as pause } from 'node:timers/promises';
import type { Attackers } from './attack';
import type { Bystander, BystanderReport } from './bystander';
import { type Flood, HELD } from './floods/flood';
import { MemoryWatch } from './memory';
import type { AttackerAccess } from './participants';
import type { Target } from './target';

/** Milliseconds, for the other client, on two cores. */
export const P99_LIMIT_MS = 500;
/** MiB, for each process. */
export const GROWTH_LIMIT = 150;
/** MiB above what it had, once garbage is collected: what the allocator keeps for the next request. */
const KEPT_LIMIT = 60;
const BACK_WITHIN_MS = 30_000;
/** The bystander goes on for so long, so that what a flood leaves behind is measured too. */
const AFTERMATH_MS = 500;

export interface FloodOutcome {
  name: string;
  sends: string;
  answers: Record<string, number>;
  bystander: BystanderReport;
  growth: { name: string; megabytes: number };
  /** Each a sentence; empty where everything held. */
  faults: string[];
}

/** Runs one flood beside the bystander. `lastsMs`: how long attackers begin new requests. */
export async function runFlood(
  flood: Flood,
  lastsMs: number,
  { target, attackers, bystander, access }: FloodParticipants,
  timeFactor: number,
): Promise<FloodOutcome> {
  target.collectGarbage();
  const memory = await MemoryWatch.start(() => target.stack);
  let isOver = false;
  const attack = async (): Promise<[Record<string, number>, BystanderReport]> => {
    const working = bystander.work(() => isOver);
    // Awaited below; a flood that breaks is reported first.
    working.catch(() => undefined);
    try {
      const answered = await attackers.flood(flood.name, access, lastsMs);
      await pause(AFTERMATH_MS);
      isOver = true;
      return [answered, await working];
    } finally {
      isOver = true;
    }
  };
  const [answers, report] = await attack().finally(() => memory.stop());
  const kept = await memory.untilBack(KEPT_LIMIT, BACK_WITHIN_MS, () => target.collectGarbage());
  const growth = memory.largestGrowth;
  return {
    name: flood.name,
    sends: flood.sends,
    answers,
    bystander: report,
    growth,
    faults: [
      ...bystanderFaults(report, timeFactor),
      ...limitFaults(flood, lastsMs, answers),
      ...(growth.megabytes >= GROWTH_LIMIT ? [`${growth.name} grew by ${growth.megabytes.toFixed(0)} MiB`] : []),
      ...(kept ? [kept] : []),
      ...(target.hasRestarted ? ['a process ended'] : []),
    ],
  };
}

export interface FloodParticipants {
  target: Target;
  attackers: Attackers;
  bystander: Bystander;
  access: AttackerAccess;
}

export function bystanderFaults({ p99, slowest, failures }: BystanderReport, timeFactor: number): string[] {
  return [
    ...(p99 >= P99_LIMIT_MS * timeFactor ? [`p99 ${p99.toFixed(0)} ms (${slowest})`] : []),
    ...Object.entries(failures).map(([failure, times]) => `${times} × ${failure}`),
  ];
}

/** A flood may be answered with a 503, which is a limit that held; any other 5xx is a bug. */
function limitFaults(
  { atMost = {}, closesWithinMs }: Flood,
  lastsMs: number,
  answers: Record<string, number>,
): string[] {
  const bugs = Object.entries(answers).filter(([status]) => /^5\d\d$/.test(status) && !['502', '503'].includes(status));
  const beyond = Object.entries(atMost).filter(([status, limit]) => (answers[status] ?? 0) > limit);
  const isHeld = closesWithinMs !== undefined && lastsMs >= closesWithinMs && (answers[HELD] ?? 0) > 0;
  return [
    ...(isHeld ? [`${answers[HELD]} connections still open after ${lastsMs / 1_000} s`] : []),
    ...bugs.map(([status, times]) => `${times} answers of ${status}`),
    ...beyond.map(([status, limit]) => `${answers[status]} answers of ${status}, at most ${limit}`),
  ];
}
