/** The next state of an account deletion; there is no way back. */
export const NEXT_STATE = {
  closing: 'canceling_jobs',
  canceling_jobs: 'awaiting_holds',
  awaiting_holds: 'refunding',
  refunding: 'forfeiting_credits',
  forfeiting_credits: 'deleting_files',
  deleting_files: 'anonymizing',
  anonymizing: 'closed',
} as const;

/** A state with work left to do. */
export type DeletionStep = keyof typeof NEXT_STATE;
export type DeletionState = DeletionStep | 'closed';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;

/** Milliseconds until the next attempt at a step, after `attempts` that did not complete it. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 10), MAX_RETRY_MS);
}
