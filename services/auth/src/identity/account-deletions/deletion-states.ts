import type { BackoffSettings } from '@luit/platform/scheduling/backoff';

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

/** A state that requires more work. */
export type DeletionStep = keyof typeof NEXT_STATE;
export type DeletionState = DeletionStep | 'closed';

/** Delays between attempts at a step that does not complete. */
export const STEP_RETRY: BackoffSettings = { firstMs: 500, maxMs: 15_000 };
