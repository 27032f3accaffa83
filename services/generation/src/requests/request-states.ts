import type { JobStatus, RequestStatus } from '@luit/contracts/generation/requests';

/** Where a job may go from each state; a state without followers is final. */
export const TRANSITIONS = {
  awaiting_payment: ['pending'],
  accepting: ['pending', 'rejected'],
  pending: ['submitting', 'failed', 'canceled'],
  submitting: ['pending', 'unknown', 'running', 'failed', 'canceled'],
  unknown: ['pending', 'running', 'failed', 'canceled'],
  running: ['collecting', 'failed', 'canceled'],
  // Pending: the second of two steps.
  collecting: ['pending', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
  rejected: [],
} as const satisfies Record<string, readonly string[]>;

export type RequestState = keyof typeof TRANSITIONS;

export const STATES = Object.keys(TRANSITIONS) as RequestState[];

/** Accepted and not ended: each of them owns a queue entry. */
export const UNFINISHED = [
  'pending',
  'submitting',
  'unknown',
  'running',
  'collecting',
] as const satisfies RequestState[];

/** May have a task at the provider, and so take one of its places. */
export const AT_PROVIDER = ['submitting', 'unknown', 'running'] as const satisfies RequestState[];

/** Not a job yet, or never became one, so nobody is shown it. */
export const HIDDEN = ['awaiting_payment', 'accepting', 'rejected'] as const satisfies RequestState[];

/** For `IN (…)`: written out and no parameter, so that the planner knows the partial indexes of these states. */
export function statesSql(states: readonly RequestState[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}

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

/** The job as operators count it. */
export function jobStatusOf(state: RequestState): JobStatus {
  return JOB_STATUS[state];
}

/** The same as its owner sees it: pending and running are `processing`, canceled is `failed` too. */
export function requestStatusOf(state: RequestState): RequestStatus {
  return REQUEST_STATUS[JOB_STATUS[state]];
}

/** States that an owner's filter means, without those that are hidden. */
export function statesShownAs(status: RequestStatus): RequestState[] {
  return STATES.filter((state) => requestStatusOf(state) === status && !(HIDDEN as RequestState[]).includes(state));
}
