import type { AuditEntry } from './auth';
import type { ProviderOverview } from './generation';
import type { AdminJobRow, AdminPlan, CappedCount, JobStatus, RequestType } from './http';
import { call, event, broadcast } from './messages/message';

/** `unknown` are jobs whose submission is in doubt; they count as pending too. */
export type JobFilterStatus = JobStatus | 'unknown';

/** Which jobs are meant; what is absent allows everything. */
export interface JobFilter {
  status?: JobFilterStatus;
  type?: RequestType;
  provider?: string;
  userId?: string;
  /** The id of a job or of a provider's task, or words of a prompt among the newest 10 000 jobs. */
  q?: string;
}

export type JobAction = 'retry' | 'cancel' | 'refund';

export interface JobEvent {
  at: string;
  what: string;
  state: string;
  workerId: string | null;
  details: Record<string, unknown> | null;
}

/** A task at a provider that we know of. */
export interface JobTask {
  provider: string;
  externalId: string;
  status: string;
  recordedAt: string;
}

export interface JobLink {
  id: string;
  status: JobStatus;
}

export interface JobDetails {
  job: AdminJobRow;
  resolution: string;
  attempts: { submitFailures: number; resubmissions: number; pollFailures: number };
  error: { kind: string; code: string; message: string } | null;
  cancelRequested: boolean;
  deadlineAt: string | null;
  workerId: string | null;
  imageKey: string | null;
  outputKey: string | null;
  posterKey: string | null;
  timeline: JobEvent[];
  tasks: JobTask[];
  retryOf: JobLink | null;
  retries: JobLink[];
  /** What an operator may do about it now. */
  may: Record<JobAction, boolean>;
}

export type MetricsWindow = 'hour' | 'day' | 'week';

export interface MetricsPoint {
  at: string;
  accepted: number;
  succeeded: number;
  failed: number;
  canceled: number;
  /** Seconds that nine and a half of ten waited for their provider; null where none began. */
  waitP95: number | null;
}

/** Waits and runs of the window, seconds; null where nothing was measured. */
export interface TimingsRow {
  planId: string;
  provider: string;
  jobs: number;
  waitP50: number | null;
  waitP95: number | null;
  runP50: number | null;
  runP95: number | null;
}

export interface QueueOverview {
  name: string;
  /** Due now, at work, and put off. */
  waiting: number;
  active: number;
  delayed: number;
  isPaused: boolean;
}

export interface JobMetrics {
  at: string;
  window: MetricsWindow;
  /** Length of one point, seconds. */
  stepSeconds: number;
  now: {
    /** Ended in the last five minutes, a minute. */
    perMinute: number;
    /** Succeeded of those that succeeded or failed in the last hour; null where none did. */
    successRate: number | null;
    waiting: number;
    running: number;
    /** Submissions in doubt. */
    unknown: number;
    /** Seconds; null where nobody waits. */
    oldestWait: number | null;
    /** Seconds until the queue is empty at the rate its providers can keep; null where that is not known. */
    drain: number | null;
  };
  series: MetricsPoint[];
  times: TimingsRow[];
  queues: QueueOverview[];
  providers: ProviderOverview[];
}

/** What an action touched, or would: how many jobs, and the credits that they are about. */
export interface ActionResult {
  jobs: number;
  credits: number;
  /** Still to be done behind the answer. */
  left: number;
  /** Those that changed meanwhile, and why; at most 20. */
  refused: { id: string; message: string }[];
  /** New requests of a retry, at most 20. */
  created: string[];
}

export const operationsCalls = {
  /** Newest first. Words are looked for in the newest 10 000; ids in all. */
  listJobs: call<
    { limit: number; cursor?: string } & JobFilter,
    { items: AdminJobRow[]; nextCursor: string | null } & CappedCount
  >('generation.listJobs'),
  /** Those of the ids that are known, at most 200. */
  getJobs: call<{ ids: string[] }, { items: AdminJobRow[] }>('generation.getJobs'),
  getJob: call<{ id: string }, JobDetails>('generation.getJob'),
  getJobMetrics: call<{ window: MetricsWindow }, JobMetrics>('generation.getJobMetrics'),
  /** What the action would touch now. */
  previewJobAction: call<{ action: JobAction; filter: JobFilter }, { jobs: number; credits: number }>(
    'generation.previewJobAction',
  ),
  /**
   * Does it to one job, or to all of a filter that allow it, at most 5 000. `conflict` with `details: {jobs, credits}`
   * where `expectedCount` is another by now. Same key and input answers the first result again. Each job that was touched
   * is told to the audit log once.
   */
  applyJobAction: call<
    {
      adminId: string;
      action: JobAction;
      target: { id: string } | { filter: JobFilter; expectedCount?: number };
      idempotencyKey: string;
    },
    ActionResult
  >('generation.applyJobAction', { timeoutMs: 20_000 }),
  /** Outlives Redis. Asking again changes nothing. */
  setQueuePaused: call<{ adminId: string; name: string; isPaused: boolean }, { queue: QueueOverview }>(
    'generation.setQueuePaused',
  ),
  listAllPlans: call<Record<string, never>, { plans: AdminPlan[] }>('generation.listAllPlans'),
  /**
   * What the plan costs from now on; what was ordered or accepted keeps its price. Where nothing changes, nothing is
   * written. `not_found`, `validation_failed`; `conflict` with `details.credits` where it no longer costs `expectedCredits`
   */
  changePlan: call<{ adminId: string; id: string; credits: number; expectedCredits?: number }, AdminPlan>(
    'generation.changePlan',
  ),
};

export const operationsEvents = {
  /** An operator did something; auth writes it down, once by `id`. */
  operatorActed: event<{
    id: string;
    adminId: string;
    action: AuditEntry['action'];
    subject: string | null;
    details: Record<string, string>;
  }>('generation.operatorActed', ['auth']),
};

export const operationsBroadcasts = {
  /** Figures of the jobs screen changed; these jobs did, perhaps among others. */
  jobsChanged: broadcast<{ ids: string[] }>('generation.jobsChanged'),
};
