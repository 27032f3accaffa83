import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is one; fails after `withinMs`. Answers how long that took, in ms. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<number> {
  const startedAt = Date.now();
  while (!(await isTrue())) {
    if (Date.now() - startedAt > withinMs) throw new Error(`Still not so after ${withinMs} ms: ${isTrue}`);
    await pause(10);
  }
  return Date.now() - startedAt;
}
