import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PlannedRequest } from './runs/run-plan';

/**
 * Work at an even pace until it is over: the next is begun whether the one before was done or not. Returns once all of it is.
 *
 * @throws the first error of any
 */
export async function atConstantRate(
  everyMs: number,
  isOver: () => boolean,
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const all: Promise<unknown>[] = [];
  for (let turn = 0, next = Date.now(); !isOver(); turn++, next += everyMs) {
    const one = work(turn);
    // Told below; until then nobody listens to it.
    one.catch(() => undefined);
    all.push(one);
    await pause(Math.max(0, next + everyMs - Date.now()));
  }
  await Promise.all(all);
}

/** A video, once, with these words for the sandbox. */
export function plainRequest(words: string): PlannedRequest {
  return { atMs: 0, person: 0, kind: 'video', words, cancelAfterMs: null, isRetried: false, key: randomUUID() };
}
