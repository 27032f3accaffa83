import { z } from 'zod';
import { serverFacts } from './provider-instances';
import { jobResult } from '../messages/job-result';
import { call } from '../messages/message';
import { fingerprint } from './verifications';
import { leased, providerEvent, providerFailure, providerTask, strayResults, strayTasks } from './provider-tasks';

/** Upper bounds of one claim of polls, and of one batch of reports. */
export const MAX_POLLS = 50;
const MAX_REPORTS = 100;

const poll = leased.extend({
  task: providerTask,
  externalId: z.string(),
  cancelRequested: z.boolean(),
  isPastDeadline: z.boolean(),
  others: strayTasks,
  /** The callback that reported the end of the task, if it caused the poll. It is not stored. */
  callback: providerEvent.optional(),
  /**
   * Milliseconds within which the worker reports a success; an outcome that follows sooner makes the report superfluous. It is absent if
   * the report has to come at once, for example because a job waits for the slot.
   */
  reportSuccessWithinMs: z.number().optional(),
  /** Correlation id and trace of the request; null if it has none. */
  correlation: z.string().nullable(),
});
/** A claimed poll of a job's task at its provider. */
export type Poll = z.infer<typeof poll>;

/** A claimed poll that generation hands to a worker through a list in Redis. */
export const handedPoll = z.object({
  poll,
  /** Milliseconds since the Unix epoch on the clock of Redis. */
  claimedAt: z.number(),
});
export type HandedPoll = z.infer<typeof handedPoll>;

/** Key of the list of handed polls. */
export const HANDED_POLLS = 'luit:handed-polls:{worker}';

const pollResult = z.discriminatedUnion('kind', [
  /** The task is still running. Progress is the provider's 0–100, or null if it reports none. */
  z.object({ kind: z.literal('running'), progress: z.number().nullable() }),
  /** The provider could not be read, or its output not be copied. */
  z.object({ kind: z.literal('failed'), failure: providerFailure, retryAfterMs: z.number().optional() }),
  /** The worker keeps its lease and copies the output. */
  z.object({ kind: z.literal('succeeded') }),
]);
export type PollResult = z.infer<typeof pollResult>;

const pollReport = leased.extend({
  result: pollResult,
  others: strayResults.optional(),
  /** The worker that made the poll, because generation does not know which worker received a poll that it handed over. */
  workerId: z.string().optional(),
});
export type PollReport = z.infer<typeof pollReport>;

/** Milliseconds until the next poll is due, at most the duration of a lease; null if no job is being tracked. */
const nextPollMs = z.number().nullable();

const jobOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('succeeded'),
    outputKey: z.string(),
    posterKey: z.string().nullable(),
    contentType: z.string(),
    bytes: z.number(),
    /** Measured, seconds. */
    durationSeconds: z.number().nullable(),
    /** Null if the output is too plain for a fingerprint. Workers of the previous release send none. */
    fingerprint: fingerprint.nullish(),
    /** Milliseconds since the success of the task, if it was not reported. */
    sinceSuccessMs: z.number().optional(),
  }),
  z.object({ kind: z.literal('failed'), failure: providerFailure }),
  z.object({ kind: z.literal('canceled') }),
]);
export type JobOutcome = z.infer<typeof jobOutcome>;

export const trackingCalls = {
  /** Claims due polls of any provider, within the providers' rate limits. */
  claimPolls: call('generation.claimPolls', {
    input: z.object({ workerId: z.string(), limit: z.int().min(1).max(MAX_POLLS) }),
    /** `checks` are providers with a circuit breaker that is not closed; a generation of an earlier release sends none. */
    output: z.object({ polls: z.array(poll), nextPollMs, checks: z.array(z.string()).optional() }),
  }),
  /** Each report is independent: `refused` lists the jobs with a stale lease and the jobs that are no longer tracked. */
  recordPolls: call('generation.recordPolls', {
    input: z.object({ reports: z.array(pollReport).min(1).max(MAX_REPORTS) }),
    output: z.object({ refused: z.array(z.string()), nextPollMs }),
  }),
  /**
   * Reports whether a provider of `checks` answers a free request. `isRefused` is true if the provider answers that it refuses our account,
   * `isConfigured` false if the worker has no key for it; a worker of an earlier release sends neither.
   */
  recordProviderCheck: call('generation.recordProviderCheck', {
    input: z.object({
      provider: z.string(),
      isReachable: z.boolean(),
      isRefused: z.boolean().optional(),
      isConfigured: z.boolean().optional(),
      /** What is wrong, in words for operators. */
      fault: z.string().nullable().optional(),
      facts: serverFacts.nullable().optional(),
    }),
    output: z.object({}),
  }),
  /** The first of two steps is done and its image stored: the job continues with the second. Idempotent. */
  recordFirstStep: call('generation.recordFirstStep', {
    input: leased.extend({ imageKey: z.string() }),
    output: jobResult,
  }),
  /**
   * A server of our own accepted the task and does not know it any more, so nothing runs there and nothing was paid: the job waits in the queue
   * again, or fails if that happens repeatedly. Idempotent by the lease.
   */
  recordLostTask: call('generation.recordLostTask', {
    input: leased.extend({ failure: providerFailure, others: strayResults.optional() }),
    output: jobResult,
  }),
  settleJob: call('generation.settleJob', {
    input: leased.extend({ outcome: jobOutcome, others: strayResults.optional() }),
    output: jobResult,
  }),
};

/** Wake-ups sent under this name wake one worker, which claims due polls. */
export const POLL_WAKE_UP = 'polls';
