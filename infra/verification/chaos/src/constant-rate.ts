import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlannedRequest } from './runs/run-plan';

/**
 * Starts `work` every `everyMs` until `isOver`, whether or not earlier work has finished (an open workload). Returns once
 * all work has finished.
 *
 * @throws the first error of any work
 */
export async function atConstantRate(
  everyMs: number,
  isOver: () => boolean,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const started: Promise<unknown>[] = [];
  for (let turn = 0, next = Date.now(); !isOver(); turn++, next += everyMs) {
    const promise = work(turn);
    // Promise.all reports the error below; until then the rejection must not count as unhandled.
    promise.catch(() => undefined);
    started.push(promise);
    await pause(Math.max(0, next + everyMs - Date.now()));
  }
  await Promise.all(started);
}

/** A request for one video. `directives` control the sandbox. */
export function plainRequest(directives: string): PlannedRequest {
  return { atMs: 0, user: 0, kind: 'video', directives, cancelAfterMs: null, isRetried: false, key: randomUUID() };
}
