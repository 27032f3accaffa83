import { z } from 'zod';
import { empty } from '../messages/fields';
import { jobResult } from '../messages/job-result';
import { call, job } from '../messages/message';
import { byWorker, leased, providerFailure, providerTask, strayTasks, waitOrNone } from './provider-tasks';

const trackingClaim = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('poll'),
    lease: z.number(),
    task: providerTask,
    externalId: z.string(),
    cancelRequested: z.boolean(),
    isPastDeadline: z.boolean(),
    others: strayTasks,
  }),
  ...waitOrNone,
]);
export type TrackingClaim = z.infer<typeof trackingClaim>;

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
  claimTracking: call('generation.claimTracking', { input: byWorker, output: trackingClaim }),
  /** The task is still running; returns when to poll next. Progress is the provider's 0–100, or null where it reports none. */
  recordProgress: call('generation.recordProgress', {
    input: leased.extend({ progress: z.number().nullable() }),
    output: jobResult,
  }),
  /** This poll of the provider failed. */
  recordPollFailure: call('generation.recordPollFailure', {
    input: leased.extend({ failure: providerFailure, retryAfterMs: z.number().optional() }),
    output: jobResult,
  }),
  startCollecting: call('generation.startCollecting', { input: leased, output: empty }),
  /** The first of two steps is done and its image stored: the job continues with the second. Idempotent. */
  recordFirstStep: call('generation.recordFirstStep', {
    input: leased.extend({ imageKey: z.string() }),
    output: jobResult,
  }),
  settleJob: call('generation.settleJob', { input: leased.extend({ outcome: jobOutcome }), output: jobResult }),
};

/** Polls a provider's task until it has ended. */
export const trackJob = job('track', 'worker');
