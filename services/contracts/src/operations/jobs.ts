import { z } from 'zod';
import { videoOptions } from '../generation/options';
import { searchQuery } from '../auth/user-directory';
import { INPUT_LIMITS } from '../auth/limits';
import { TOO_LONG } from '../messages/input-limits';
import { requestType } from '../generation/plans';
import { jobStatus, requestMoneyState } from '../generation/requests';
import { takedown } from '../generation/takedowns';
import { exportPeriod, pageQuery, searchWords } from '../messages/query-fields';
import { id, opaqueCursor, optional, page, timeInput, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { unconfirmedJob } from './unconfirmed-jobs';

export const jobFilterStatus = z.enum([...jobStatus.options, 'unknown', 'unfinished']);
/** `unknown` are jobs with an unconfirmed submission; they count as pending too. `unfinished` are pending or running. */
export type JobFilterStatus = z.infer<typeof jobFilterStatus>;

const conditions = z.object({
  status: optional(jobFilterStatus).describe(
    '`unknown`: the submission is unconfirmed; `unfinished`: pending or running',
  ),
  type: optional(requestType),
  provider: searchWords(64),
  from: optional(timeInput).describe('Created at this time or later'),
  to: optional(timeInput).describe('Created before this time'),
  q: searchWords(200).describe('The id of a job or provider task, or words of a prompt'),
});
/** Words of a prompt are searched in the newest 10,000 jobs. */
export const jobFilter = conditions.extend({ userId: optional(id) });
/** Selects jobs; an absent field matches everything. */
export type JobFilter = z.infer<typeof jobFilter>;

export const jobSort = z.enum(['age', '-age']);
/** `age`: newest first; `-age`: oldest first. */
export type JobSort = z.infer<typeof jobSort>;

export const jobAction = z.enum(['retry', 'cancel', 'refund']);
export type JobAction = z.infer<typeof jobAction>;

const MINUTE_MS = 60_000;
const WITHIN = ['15m', '1h', '24h', '7d'] as const;
export const WITHIN_MS: Record<(typeof WITHIN)[number], number> = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
  '7d': 7 * 24 * 60 * MINUTE_MS,
};
/** The filter as operators send it. */
export const jobFilterBody = conditions.extend({
  user: optional(z.string().max(INPUT_LIMITS.email, TOO_LONG)).describe('An id or an email address'),
  within: optional(z.enum(WITHIN)).describe('Created within this time until now'),
});
export type JobFilterBody = z.infer<typeof jobFilterBody>;
export const jobsQuery = pageQuery.extend({
  ...jobFilterBody.shape,
  sort: optional(jobSort.meta({ default: 'age' })).describe('`-age`: oldest first'),
});
export type JobsQuery = z.infer<typeof jobsQuery>;
export const jobExportQuery = exportPeriod.extend(jobFilterBody.omit({ within: true, from: true, to: true }).shape);
export type JobExportQuery = z.infer<typeof jobExportQuery>;

export const adminJobRow = z.object({
  id,
  user_id: id,
  user_email: z.string().nullable(),
  type: requestType,
  prompt: z.string(),
  status: jobStatus,
  /** The exact state inside generation, for example `submitting` or `unknown`. */
  state: z.string(),
  plan_id: z.string().nullable(),
  model: z.string().nullable(),
  provider: z.string().nullable(),
  duration: z.number().nullable(),
  cost_credits: z.number(),
  money: requestMoneyState,
  /** Why credits were returned; null while they were not. */
  money_reason: z.string().nullable(),
  /** True for an operator's retry, which is free for its owner. */
  is_free_retry: z.boolean(),
  error_message: z.string().nullable(),
  /** Its cancellation was requested, and the job has not ended yet. */
  is_canceling: z.boolean(),
  created_at: timestamp,
  /** When it was queued. */
  accepted_at: timestamp.nullable(),
  /** When it was submitted to its provider. */
  submitted_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
});
export type AdminJobRow = z.infer<typeof adminJobRow>;

const jobEvent = z.object({
  at: timestamp,
  what: z.string(),
  state: z.string(),
  workerId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()).nullable(),
});
export type JobEvent = z.infer<typeof jobEvent>;

const jobTask = z.object({ provider: z.string(), externalId: z.string(), status: z.string(), recordedAt: timestamp });
/** A known task at a provider. */
export type JobTask = z.infer<typeof jobTask>;

const jobLink = z.object({ id, status: jobStatus });
export type JobLink = z.infer<typeof jobLink>;

export const jobDetails = z.object({
  job: adminJobRow,
  resolution: z.string(),
  /** Only for videos; null after an erasure. */
  options: videoOptions.nullable(),
  attempts: z.object({ submitFailures: z.number(), resubmissions: z.number(), pollFailures: z.number() }),
  error: z.object({ kind: z.string(), code: z.string(), message: z.string() }).nullable(),
  cancelRequested: z.boolean(),
  /** Null unless its submission is unconfirmed. */
  unconfirmed: unconfirmedJob.nullable(),
  deadlineAt: timestamp.nullable(),
  workerId: z.string().nullable(),
  imageKey: z.string().nullable(),
  outputKey: z.string().nullable(),
  posterKey: z.string().nullable(),
  timeline: z.array(jobEvent),
  tasks: z.array(jobTask),
  retryOf: jobLink.nullable(),
  retries: z.array(jobLink),
  /** Latest first. The files of a job that is taken down have no keys. The previous release does not send takedowns. */
  takedowns: z.array(takedown).default([]),
  /** Credits that a takedown would return now, unless its kind excludes it. The previous release does not send them. */
  takedownCredits: z.int().default(0),
  /** The actions that an operator can take now. */
  may: z.object({ retry: z.boolean(), cancel: z.boolean(), refund: z.boolean() }),
});
export type JobDetails = z.infer<typeof jobDetails>;

export const jobListCalls = {
  /** Newest first unless sorted otherwise. Words are searched in the newest 10,000 jobs, ids in all. */
  listJobs: call('generation.listJobs', {
    isForOperators: true,
    input: jobFilter.extend({ limit: z.int().min(1), cursor: opaqueCursor, sort: optional(jobSort) }),
    output: page(adminJobRow),
  }),
  /** At most 8 jobs with this id, or with this id of a provider's task, or of a guest with this address, newest first. */
  searchJobs: call('generation.searchJobs', {
    isForOperators: true,
    input: z.object({ words: searchQuery.shape.q }),
    output: z.object({ items: z.array(adminJobRow) }),
  }),
  /** Returns which of the ids are known, at most 200. */
  getJobs: call('generation.getJobs', {
    input: z.object({ ids: z.array(z.string()) }),
    output: z.object({ items: z.array(adminJobRow) }),
  }),
  getJob: call('generation.getJob', { input: z.object({ id: z.string() }), output: jobDetails }),
};

export const jobBroadcasts = {
  /** The figures of the jobs screen changed, and so did these jobs, possibly among others. */
  jobsChanged: broadcast('generation.jobsChanged', z.object({ ids: z.array(z.string()) })),
};
