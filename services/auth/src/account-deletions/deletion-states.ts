/** Where a closing goes from each state; it never goes back. */
export const NEXT_STATE = {
  closing: 'canceling_jobs',
  canceling_jobs: 'awaiting_holds',
  awaiting_holds: 'refunding',
  refunding: 'forfeiting_credits',
  forfeiting_credits: 'deleting_files',
  deleting_files: 'anonymizing',
  anonymizing: 'closed',
} as const;

/** A step that is still to be done. */
export type DeletionStep = keyof typeof NEXT_STATE;
export type DeletionState = DeletionStep | 'closed';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Milliseconds until the next look at a step that so many attempts found undone. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 10), LONGEST_PAUSE_MS);
}
