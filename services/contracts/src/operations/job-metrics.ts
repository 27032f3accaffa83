import { z } from 'zod';
import { providerOverview } from '../generation/providers';
import { id, timestamp } from '../messages/fields';
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
    waiting: z.number(),
    running: z.number(),
    /** Unconfirmed submissions. */
    unknown: z.number(),
    /** Seconds; null where no job waits. */
    oldestWait: z.number().nullable(),
    /** Seconds until the queue is empty at the rate of its providers; null where that is not known. */
    drain: z.number().nullable(),
  }),
  series: z.array(metricsPoint),
  times: z.array(timingsRow),
  queues: z.array(queueOverview),
  providers: z.array(providerOverview),
});
export type JobMetrics = z.infer<typeof jobMetrics>;

export const jobMetricsCalls = {
  getJobMetrics: call('generation.getJobMetrics', {
    isForOperators: true,
    input: z.object({ window: metricsWindow }),
    output: jobMetrics,
  }),
  /** Survives a flush of Redis. Idempotent. */
  setQueuePaused: call('generation.setQueuePaused', {
    input: z.object({ adminId: id, name: z.string(), isPaused: z.boolean() }),
    output: z.object({ queue: queueOverview }),
  }),
};
