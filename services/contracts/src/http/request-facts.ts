import { isTestAccount } from '../auth/test-accounts';
import { TEST_KEPT_HOURS } from '../generation/test-requests';
import { requestMoneyState, type RequestRecord } from '../generation/requests';
import { z } from 'zod';

const TEST_KEPT_SECONDS = TEST_KEPT_HOURS * 3_600;

const fault = z.object({ code: z.string(), message: z.string() });

/** Fields that videos, images and restorations have in common. Times are Unix seconds. */
export const requestFields = {
  status: z.enum(['queued', 'in_progress', 'completed', 'failed']),
  /** Percent. */
  progress: z.number(),
  created_at: z.number(),
  completed_at: z.number().nullable(),
  /** When a test is deleted. Null for others, which are kept until their owner deletes them. */
  expires_at: z.number().nullable(),
  error: fault.nullable(),
};

export const luitFields = {
  credits: z.number(),
  /** `returned` if it failed or was canceled. */
  money: requestMoneyState,
  queue_position: z.number().nullable(),
  eta_seconds: z.number().nullable(),
  canceled: z.boolean(),
  /** The key that asked for it; null for a person. */
  api_key_id: z.string().nullable(),
  /** The pairs that it was created with. */
  metadata: z.record(z.string(), z.string()),
  /** Rises with each change. */
  sequence: z.number(),
  /** Operators took it down: it has no content. */
  taken_down: z.boolean(),
  /** Its place among the results that were asked for at once, which lists find by `set`; null if it is the only one. */
  set: z.object({ id: z.string(), index: z.number() }).nullable(),
  /** A test key asked for it: it cost nothing and shows only TEST. */
  test: z.boolean(),
};

type RequestFacts = z.infer<z.ZodObject<typeof requestFields>>;
type LuitFacts = z.infer<z.ZodObject<typeof luitFields>>;

const STATUSES = {
  pending: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
} as const;

/** @param name of the kind, for example `video` */
export function requestFacts(record: RequestRecord, name: string): RequestFacts {
  const { jobStatus, completedAt, canceled, error } = record;
  return {
    status: STATUSES[jobStatus],
    progress: jobStatus === 'pending' ? 0 : record.progress,
    created_at: unixSeconds(record.createdAt),
    completed_at: completedAt && jobStatus === 'succeeded' ? unixSeconds(completedAt) : null,
    expires_at: isTestAccount(record.userId) && completedAt ? unixSeconds(completedAt) + TEST_KEPT_SECONDS : null,
    error: canceled ? { code: 'canceled', message: `The ${name} was canceled.` } : error,
  };
}

export function luitFacts(record: RequestRecord): LuitFacts {
  return {
    credits: record.credits,
    money: record.money.state,
    queue_position: record.queuePosition,
    eta_seconds: record.etaSeconds,
    canceled: record.canceled,
    api_key_id: record.apiKeyId,
    metadata: record.metadata,
    sequence: record.sequence,
    taken_down: record.takedown !== null,
    set: record.set,
    test: isTestAccount(record.userId),
  };
}

/** @param time ISO 8601 */
export function unixSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1_000);
}
