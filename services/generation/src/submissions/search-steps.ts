import type { JobResult } from '@luit/contracts/messages/job-result';
import type { LockedRequest } from '../request-state/locked-request';
import { PROGRESS } from '../request-rows/request-states';

/** Between two searches for the task of an unknown submission, milliseconds. */
export const SEARCH_INTERVAL_MS = 500;

/** Releases the lease; the dispatcher enqueues the search when it is due. */
export async function searchAgain(request: LockedRequest, delayMs: number): Promise<JobResult> {
  await request.write({ leaseExpiresAt: request.now, nextAttemptAt: request.in(delayMs) });
  request.afterCommit(() => request.signals.jobWaiting());
  return { action: 'done' };
}

/** The changes that return a claimed job to the queue. */
export function requeued({ now, row }: LockedRequest) {
  const { coloredKey, progress } = row;
  const visibleProgress = coloredKey === null ? PROGRESS.accepted : progress;
  return { state: 'pending', leaseExpiresAt: now, progress: visibleProgress } as const;
}
