import { z } from 'zod';
import { jobResult } from '../messages/job-result';
import { call } from '../messages/message';
import { leased, providerFailure, providerTask, strayResults, strayTasks } from './provider-tasks';

/** Upper bounds of one claim of polls, and of one batch of reports. */
export const MAX_POLLS = 50;
const MAX_REPORTS = 100;

const poll = leased.extend({
  task: providerTask,
  externalId: z.string(),
  cancelRequested: z.boolean(),
  isPastDeadline: z.boolean(),
  others: strayTasks,
  /** Correlation id and trace of the request; null if it has none. */
  correlation: z.string().nullable(),
});
/** A claimed poll of a job's task at its provider. */
export type Poll = z.infer<typeof poll>;

const pollResult = z.discriminatedUnion('kind', [
  /** The task is still running. Progress is the provider's 0–100, or null if it reports none. */
  z.object({ kind: z.literal('running'), progress: z.number().nullable() }),
  /** The provider could not be read, or its output not be copied. */
  z.object({ kind: z.literal('failed'), failure: providerFailure, retryAfterMs: z.number().optional() }),
  /** The worker keeps its lease and copies the output. */
  z.object({ kind: z.literal('succeeded') }),
]);
export type PollResult = z.infer<typeof pollResult>;

const pollReport = leased.extend({ result: pollResult, others: strayResults.optional() });
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
  }),
  z.object({ kind: z.literal('failed'), failure: providerFailure }),
  z.object({ kind: z.literal('canceled') }),
]);
export type JobOutcome = z.infer<typeof jobOutcome>;

export const trackingCalls = {
  /** Claims due polls of any provider, within the providers' rate limits. */
  claimPolls: call('generation.claimPolls', {
    input: z.object({ workerId: z.string(), limit: z.int().min(1).max(MAX_POLLS) }),
    output: z.object({ polls: z.array(poll), nextPollMs }),
  }),
  /** Each report stands for itself: `refused` lists the jobs whose lease is stale or that are no longer tracked. */
  recordPolls: call('generation.recordPolls', {
    input: z.object({ reports: z.array(pollReport).min(1).max(MAX_REPORTS) }),
    output: z.object({ refused: z.array(z.string()), nextPollMs }),
  }),
  /** The first of two steps is done and its image stored: the job continues with the second. Idempotent. */
  recordFirstStep: call('generation.recordFirstStep', {
    input: leased.extend({ imageKey: z.string() }),
    output: jobResult,
  }),
  settleJob: call('generation.settleJob', {
    input: leased.extend({ outcome: jobOutcome, others: strayResults.optional() }),
    output: jobResult,
  }),
};

/** Nudges sent under this name wake one worker, which claims due polls. */
export const POLL_NUDGE = 'polls';
