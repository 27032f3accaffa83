import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the padded work usually takes; slower work is padded to the next step. */
const STEP_MS = 50;

/**
 * Pads the duration of the work to a whole number of steps, so that response times do not reveal which branch ran. The
 * branches differ in duration: one writes a mail, the other finds no account.
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await sleep(STEP_MS - ((performance.now() - start) % STEP_MS));
  }
}
