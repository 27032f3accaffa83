import type { JobStatus, RequestStatus } from '@luit/contracts/generation/requests';

/** Allowed transitions; a state without any is final. */
export const TRANSITIONS = {
  awaiting_payment: ['pending'],
  accepting: ['pending', 'rejected'],
  pending: ['submitting', 'failed', 'canceled'],
  submitting: ['pending', 'unknown', 'running', 'failed', 'canceled'],
  unknown: ['pending', 'running', 'failed', 'canceled'],
  // `succeeded` at once if the output was copied before the success had to be reported; `pending` again if a server of our own forgot the task.
  running: ['pending', 'collecting', 'succeeded', 'failed', 'canceled'],
  // `pending` again for the second of two steps.
  collecting: ['pending', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
  rejected: [],
} as const satisfies Record<string, readonly string[]>;

/** Visible progress in percent. */
export const PROGRESS = {
  started: 10,
  accepted: 25,
  running: 50,
  collecting: 95,
  ceiling: 99,
  completed: 100,
  failed: 0,
};

export type RequestState = keyof typeof TRANSITIONS;

export const STATES = Object.keys(TRANSITIONS) as RequestState[];

/** Accepted and not final. */
export const UNFINISHED = [
  'pending',
  'submitting',
  'unknown',
  'running',
  'collecting',
] as const satisfies RequestState[];

/** May have a task at the provider. */
export const AT_PROVIDER = ['submitting', 'unknown', 'running'] as const satisfies RequestState[];

/** Has a task at the provider that workers poll, or its output to copy; the row itself schedules that. */
export const TRACKED = ['running', 'collecting'] as const satisfies RequestState[];

/** Claimed for submission, with no result yet. */
export function isSubmitting(state: RequestState): boolean {
  return state === 'submitting' || state === 'unknown';
}

/** True while the job occupies a slot of its provider and its user: from its dispatch until its task has ended. */
export function holdsSlot({ state, dispatchedAt }: { state: RequestState; dispatchedAt: Date | null }): boolean {
  return dispatchedAt !== null && (state === 'pending' || (AT_PROVIDER as readonly RequestState[]).includes(state));
}

/** Not a job, or not yet, so hidden from owners and operators. */
export const HIDDEN = ['awaiting_payment', 'accepting', 'rejected'] as const satisfies RequestState[];

/** For `IN (…)`: literals instead of a parameter, so that the planner can use partial indexes. */
export function statesSql(states: readonly RequestState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

/** SQL: whether the request `r` is in its owner's library. One that is in the trash or deleted is not, although its row stays. */
export const IN_LIBRARY = `r.erase_at IS NULL AND r.state NOT IN (${statesSql(HIDDEN)})`;

export function mayBecome(from: RequestState, to: RequestState): boolean {
  return (TRANSITIONS[from] as readonly RequestState[]).includes(to);
}

export function isFinal(state: RequestState): boolean {
  return TRANSITIONS[state].length === 0;
}

const JOB_STATUS: Record<RequestState, JobStatus> = {
  awaiting_payment: 'pending',
  accepting: 'pending',
  pending: 'pending',
  submitting: 'pending',
  unknown: 'pending',
  running: 'running',
  collecting: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  rejected: 'failed',
};

const REQUEST_STATUS: Record<JobStatus, RequestStatus> = {
  pending: 'processing',
  running: 'processing',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};

/** The job status that operators see. */
export function jobStatusOf(state: RequestState): JobStatus {
  return JOB_STATUS[state];
}

/** The request status that owners see: `processing` while pending or running, `failed` also if canceled. */
export function requestStatusOf(state: RequestState): RequestStatus {
  return REQUEST_STATUS[JOB_STATUS[state]];
}

/** The visible states behind an owner's status filter. */
export function statesShownAs(status: RequestStatus): RequestState[] {
  return STATES.filter((state) => requestStatusOf(state) === status && !(HIDDEN as RequestState[]).includes(state));
}

/** The visible states behind a job status. */
export function statesOfJobs(status: JobStatus): RequestState[] {
  return STATES.filter((state) => jobStatusOf(state) === status && !(HIDDEN as RequestState[]).includes(state));
}
