import { z } from 'zod';

/** What the vendors' callbacks call a task that has not ended: Replicate, ModelArk. fal calls back only at the end. */
const running = z.object({ id: z.string(), status: z.enum(['starting', 'processing', 'queued', 'running']) });

/**
 * The task of a callback that says no more than that it is still running; null for every other body. Nothing is verified here,
 * so whoever trusts it may at most ignore the callback.
 *
 * @param rawBody base64
 */
export function runningTaskOf(rawBody: string): string | null {
  try {
    return running.safeParse(JSON.parse(Buffer.from(rawBody, 'base64').toString())).data?.id ?? null;
  } catch {
    // Not JSON: a worker decides.
    return null;
  }
}
