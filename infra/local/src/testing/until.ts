import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. Returns how long that took in ms; throws after `timeoutMs`. */
export async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<number> {
  const startedAt = Date.now();
  while (!(await isTrue())) {
    if (Date.now() - startedAt > timeoutMs) throw new Error(`Condition not met within ${timeoutMs} ms: ${isTrue}`);
    await pause(10);
  }
  return Date.now() - startedAt;
}
