import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { REASON_REQUIRED } from '../auth/limits';
import { providerOverview } from '../generation/providers';
import { id, optional, timestamp } from '../messages/fields';
import { call } from '../messages/message';

const metricsWindow = z.enum(['hour', 'day', 'week']);
export type MetricsWindow = z.infer<typeof metricsWindow>;

const metricsPoint = z.object({
  at: timestamp,
  accepted: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  canceled: z.number(),
  /** 95th percentile of the seconds between acceptance and submission; null where none was submitted. */
  waitP95: z.number().nullable(),
});
export type MetricsPoint = z.infer<typeof metricsPoint>;

const timingsRow = z.object({
  planId: z.string(),
  provider: z.string(),
  jobs: z.number(),
  waitP50: z.number().nullable(),
  waitP95: z.number().nullable(),
  runP50: z.number().nullable(),
  runP95: z.number().nullable(),
});
/** Wait and run times of the window, seconds; null where nothing was measured. */
export type TimingsRow = z.infer<typeof timingsRow>;

const queueOverview = z.object({
  name: z.string(),
  /** Due now, in flight, and delayed. */
  waiting: z.number(),
  active: z.number(),
  delayed: z.number(),
  isPaused: z.boolean(),
});
export type QueueOverview = z.infer<typeof queueOverview>;

/**
 * Why no one can say when the queue is empty, the first that applies: the queue is paused · a provider with waiting jobs is out of
 * rotation · it is cut off or rate limited · submissions are unconfirmed · jobs wait after a refusal · no job of a provider has finished
 * yet.
 */
const drainUnknown = z.enum([
  'queue_paused',
  'provider_stopped',
  'provider_unavailable',
  'unconfirmed',
  'backing_off',
  'not_measured',
]);
export type DrainUnknown = z.infer<typeof drainUnknown>;

const jobMetrics = z.object({
  at: timestamp,
  window: metricsWindow,
  /** Length of one point, seconds. */
  stepSeconds: z.number(),
  now: z.object({
    /** Finished in the last five minutes, per minute. */
    perMinute: z.number(),
    /** Share of successes among the jobs that succeeded or failed in the last hour; null where there were none. */
    successRate: z.number().nullable(),
    /** The same for the last five minutes. */
    recentSuccessRate: z.number().nullable(),
    /** Accepted jobs that no provider has confirmed, for any reason. */
    waiting: z.number(),
    running: z.number(),
    /** Jobs with a result at their provider that is being copied. */
    collecting: z.number(),
    /** Waiting jobs with an unconfirmed submission, and how many of them have a requested cancellation. */
    unknown: z.number(),
    unknownCanceling: z.number(),
    /** When the oldest unconfirmed submission was made; null where there is none. */
    unknownSince: timestamp.nullable(),
    /** When the job that waits longest was accepted; null where no job waits. */
    oldestSince: timestamp.nullable(),
    /** Seconds until the queue is empty at the rate of its providers; null where that is not known. */
    drain: z.number().nullable(),
    /** Why `drain` is null. */
    drainUnknown: drainUnknown.nullable(),
  }),
  series: z.array(metricsPoint),
  times: z.array(timingsRow),
  queues: z.array(queueOverview),
  providers: z.array(providerOverview),
});
export type JobMetrics = z.infer<typeof jobMetrics>;

const throughputBy = z.enum(['provider', 'plan', 'type']);
export type ThroughputBy = z.infer<typeof throughputBy>;

const throughputPoint = metricsPoint.omit({ waitP95: true });
const throughputGroup = z.object({
  /** The name of a provider, the id of a plan, or a type of requests; `unknown` for jobs whose type was not counted. */
  name: z.string(),
  /** Sums of its points. */
  accepted: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  canceled: z.number(),
  points: z.array(throughputPoint),
});
export type ThroughputGroup = z.infer<typeof throughputGroup>;

const throughput = z.object({
  window: metricsWindow,
  by: throughputBy,
  /** Length of one point, seconds. */
  stepSeconds: z.number(),
  /** The groups that had a job in the window, by name. All have the same points, including empty ones. */
  groups: z.array(throughputGroup),
});
export type Throughput = z.infer<typeof throughput>;

export const metricsQuery = z.object({ window: metricsWindow.default('hour') });
export const throughputQuery = metricsQuery.extend({ by: throughputBy.default('provider') });
export type ThroughputQuery = z.infer<typeof throughputQuery>;

export const jobMetricsCalls = {
  /** Accepted and finished jobs by provider, plan or type. A job that moved to another provider counts where it was accepted and where it ended. */
  getThroughput: call('generation.getThroughput', {
    isForOperators: true,
    input: throughputQuery,
    output: throughput,
  }),
  getJobMetrics: call('generation.getJobMetrics', {
    isForOperators: true,
    input: metricsQuery,
    output: jobMetrics,
  }),
  /** Survives a flush of Redis. Idempotent. A pause needs a reason. */
  setQueuePaused: call('generation.setQueuePaused', {
    input: z
      .object({ adminId: id, name: z.string(), isPaused: z.boolean(), reason: optional(operatorReason) })
      .refine(({ isPaused, reason }) => !isPaused || reason, { message: REASON_REQUIRED, path: ['reason'] }),
    output: z.object({ queue: queueOverview }),
  }),
};
