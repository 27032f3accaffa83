import { z } from 'zod';
import { jobResult } from '../messages/job-result';
import { call, job } from '../messages/message';
import { byWorker, leased, providerEvent, providerFailure, providerTask, waitOrNone } from './provider-tasks';

const submissionClaim = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('submit'),
    lease: z.number(),
    task: providerTask,
    /** Milliseconds from the claim within which the request must be sent; later it must not be. */
    submitWithinMs: z.number(),
  }),
  /** An earlier attempt may have submitted: search the provider for the reference, never submit. */
  z.object({
    action: z.literal('find'),
    lease: z.number(),
    task: providerTask,
    since: z.string(),
    /** When the job was claimed, by the clock of the database. */
    claimedAt: z.iso.datetime(),
    events: z.array(providerEvent),
  }),
  ...waitOrNone,
]);
export type SubmissionClaim = z.infer<typeof submissionClaim>;

const recordedSubmission = z.object({
  action: z.literal('done'),
  /** Milliseconds until the first poll is due. */
  firstPollMs: z.number().optional(),
});
export type RecordedSubmission = z.infer<typeof recordedSubmission>;

export const submissionCalls = {
  claimSubmission: call('generation.claimSubmission', { input: byWorker, output: submissionClaim }),
  recordSubmission: call('generation.recordSubmission', {
    input: leased.extend({
      externalId: z.string(),
      /** The worker makes the first poll itself, so no one has to be woken. */
      remembersPoll: z.boolean().optional(),
    }),
    output: recordedSubmission,
  }),
  /**
   * The submission returned no task id: `retry` the provider certainly did nothing (refused, 429, connection refused, no key) ·
   * `unknown` it may have created a task · `rejected` it refused permanently.
   */
  recordSubmissionFailure: call('generation.recordSubmissionFailure', {
    input: leased.extend({
      result: z.enum(['retry', 'unknown', 'rejected']),
      failure: providerFailure,
      retryAfterMs: z.number().optional(),
    }),
    output: jobResult,
  }),
  /**
   * `findByRef` found nothing, or the provider offers no search (`isSearchable` false). A searchable provider lists a task within
   * `reportedWithinMs` of its submission, so a later search proves that there is none. `claimedAt` is the time of the claim: the search
   * began later. The arrival time of its result proves nothing, because the call may have waited.
   */
  recordNotFound: call('generation.recordNotFound', {
    input: leased.extend({ isSearchable: z.boolean(), reportedWithinMs: z.number(), claimedAt: z.iso.datetime() }),
    output: jobResult,
  }),
  /** The provider did not answer the search, so it says nothing about the task. */
  recordSearchFailure: call('generation.recordSearchFailure', {
    input: leased.extend({ failure: providerFailure, retryAfterMs: z.number().optional() }),
    output: jobResult,
  }),
};

/** Submits an accepted request to its provider. */
export const submitJob = job('submit', 'worker', 'generation');
