import { z } from 'zod';
import { isStorable } from '../messages/storable-text';

/** The states of unfinished tasks in the vendors' callbacks: Replicate, ModelArk. fal calls back only at the end. */
const RUNNING = ['starting', 'processing', 'queued', 'running'];

/** Callbacks of Replicate and ModelArk. They contain the task id that the submission returned. */
const callback = z.object({ id: z.string().refine(isStorable), status: z.string() });

/** The task that a callback is about. */
export interface ReportedTask {
  externalId: string;
  isRunning: boolean;
}

/**
 * The task that a callback is about; null if its body does not say. Nothing is verified here, so callers may only use it to ignore the
 * callback or to poll the task.
 *
 * @param rawBody JSON, if it is a known callback
 */
export function reportedTask(rawBody: string): ReportedTask | null {
  try {
    const { data } = callback.safeParse(JSON.parse(rawBody));
    return data ? { externalId: data.id, isRunning: RUNNING.includes(data.status) } : null;
  } catch {
    // The body is not JSON. A worker decides what it means.
    return null;
  }
}
