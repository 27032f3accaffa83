import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the condition holds. Throws after `timeoutMs`. */
export async function until(isTrue: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const startedAt = Date.now();
  while (!(await isTrue())) {
    if (Date.now() - startedAt > timeoutMs) throw new Error(`Condition not met within ${timeoutMs} ms: ${isTrue}`);
    await pause(10);
  }
}
