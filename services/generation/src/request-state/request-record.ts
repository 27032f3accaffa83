import { sortedMetadata } from '@luit/contracts/generation/metadata';
import type { RequestChanged, RequestMoney, RequestRecord } from '@luit/contracts/generation/requests';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { toVideoOptions } from '../request-rows/stored-options';
import { NO_ESTIMATE, type QueueEstimate } from '../estimates/queue-estimates';
import type { RequestEntity } from '../request-rows/request.entity';
import { jobStatusOf, requestStatusOf } from '../request-rows/request-states';
import { publicError } from './failure-texts';

const KEYS = ['outputKey', 'posterKey', 'imageKey', 'lastImageKey', 'lateOutputKey'] as const;

/** The request as its owner sees it. */
export function toRecord(row: RequestEntity, estimate: QueueEstimate): RequestRecord {
  return {
    id: row.id,
    userId: row.userId,
    type: row.type,
    status: requestStatusOf(row.state),
    jobStatus: jobStatusOf(row.state),
    canceled: row.state === 'canceled',
    progress: row.progress,
    sequence: row.sequence,
    ...visibleKeysOf(row),
    referenceKeys: row.takedown ? [] : row.referenceKeys,
    prompt: row.prompt,
    planId: row.planId,
    model: row.model,
    duration: row.duration,
    resolution: row.resolution,
    restore: row.restore,
    options: row.options && toVideoOptions(row.options, row.provider),
    credits: row.credits,
    ...estimate,
    error: errorOf(row),
    retryOf: row.retryOf,
    remixOf: row.remixOf,
    apiKeyId: row.apiKeyId,
    metadata: sortedMetadata(row.metadata ?? {}),
    takedown: row.takedown ?? null,
    set: row.setId === null ? null : { id: row.setId, index: row.setIndex! },
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    money: moneyOf(row),
  };
}

/** Storage keys of its files; none while they are taken down. */
export function visibleKeysOf(row: RequestEntity): Pick<RequestRecord, (typeof KEYS)[number]> {
  const keys = KEYS.map((key) => [key, row.takedown ? null : row[key]]);
  return Object.fromEntries(keys) as ReturnType<typeof visibleKeysOf>;
}

/** The fields of a request that webhooks report. */
export function changeOf(row: RequestEntity): RequestChanged {
  return { request: toRecord(row, NO_ESTIMATE) };
}

/** The job as operators see it; the gateway adds the email address. */
export function toAdminRow(row: RequestEntity): AdminJobRow {
  return {
    id: row.id,
    user_id: row.userId,
    user_email: null,
    type: row.type,
    prompt: row.prompt,
    status: jobStatusOf(row.state),
    state: row.state,
    plan_id: row.planId,
    model: row.model,
    provider: row.provider,
    duration: row.duration,
    cost_credits: row.credits,
    money: row.moneyState,
    money_reason: moneyOf(row).reason ?? null,
    is_free_retry: row.retryOf !== null && row.payerId !== null,
    error_message: row.errorDetail,
    is_canceling: row.cancelRequested && row.completedAt === null,
    created_at: row.createdAt.toISOString(),
    accepted_at: row.acceptedAt?.toISOString() ?? null,
    submitted_at: row.submittedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
  };
}

function errorOf(row: RequestEntity): RequestRecord['error'] {
  if (row.state === 'failed') return publicError(row.errorKind, row.type);
  if (row.state === 'rejected' && row.refusal) return { code: row.refusal.code, message: row.refusal.message };
  return null;
}

function moneyOf(row: RequestEntity): RequestMoney {
  const money: RequestMoney = { state: row.moneyState, credits: row.credits };
  if (row.moneyState === 'returned' || row.moneyState === 'refunded') money.reason = returnReason(row);
  if (row.moneyState === 'refunded') money.refund = row.refund?.progress ?? 'requested';
  return money;
}

/** Why credits were returned, for the request and the ledger. */
export function returnReason(row: RequestEntity): string {
  if (row.state === 'canceled') return 'Canceled';
  if (row.state === 'succeeded') return 'Refunded by support';
  return errorOf(row)?.message ?? 'Rejected';
}
