/** Where a closing goes from each state; it never goes back. */
export const NEXT_STATE = {
  closing: 'canceling_jobs',
  canceling_jobs: 'awaiting_holds',
  awaiting_holds: 'refunding',
  refunding: 'lapsing',
  lapsing: 'deleting_files',
  deleting_files: 'anonymising',
  anonymising: 'closed',
} as const;

/** A step that is still to be done. */
export type ClosingStep = keyof typeof NEXT_STATE;
export type ClosingState = ClosingStep | 'closed';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Milliseconds until the next look at a step that so many looks found undone. */
export function pauseAfter(looks: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(looks, 10), LONGEST_PAUSE_MS);
}
