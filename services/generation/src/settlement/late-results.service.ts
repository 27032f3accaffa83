import type { RequestOf } from '@luit/contracts/messages/message';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type LateResultClaim, lateResultJob } from '@luit/contracts/generation/late-results';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import type { RequestEntity } from '../request-rows/request.entity';
import { isFinal } from '../request-rows/request-states';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { ProviderTaskBuilder, searchStart } from '../provider-tasks/provider-task-builder';
import { fingerprintColumns } from '../verifications/fingerprint-columns';
import { isIntermediate } from '../request-state/steps';
import { unlessMissing } from '../request-state/unless-missing';

export const LATE_RESULT_WINDOW_MS = 24 * 3_600_000;
/** Checks are spaced by a quarter of the time since the job finished, within these bounds. Milliseconds. */
const MIN_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 10 * 60_000;
/** Longer than any provider takes to list a task after its submission, milliseconds. */
const LISTED_WITHIN_MS = 60_000;

/**
 * Late-result checks of finished jobs: duplicates are canceled until the provider confirms that they ended, and a late
 * output of a timed-out job is attached free of charge. State and money stay unchanged.
 */
@Injectable()
export class LateResultsService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly tasks: ProviderTasks,
    private readonly builder: ProviderTaskBuilder,
    private readonly rateLimiter: ProviderRateLimiter,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /**
   * Enqueues late-result checks of a job that is being settled, if any of its tasks may still run.
   *
   * @param ended the row as the settlement leaves it
   * @param mayHaveStrays it has tasks that are not confirmed as ended, or its submission is unconfirmed
   * @returns the end of the checks; null if there are none
   */
  async schedule(request: LockedRequest, ended: RequestEntity, mayHaveStrays: boolean): Promise<Date | null> {
    if (!mayHaveStrays && !mayDeliverLate(ended)) return null;
    await writeJob(request.manager, lateResultJob, ended.id, { delayMs: MIN_PAUSE_MS });
    return request.in(LATE_RESULT_WINDOW_MS);
  }

  @OnCall(generationCalls.claimLateResultCheck)
  claim({ requestId, workerId }: RequestOf<typeof generationCalls.claimLateResultCheck>): Promise<LateResultClaim> {
    const claim = this.locks.withRequest<LateResultClaim>(requestId, async (request) => {
      const { row } = request;
      if (!isFinal(row.state) || row.lateResultsUntil === null) return { action: 'none' };
      if (row.eraseAt || request.hasPassed(row.lateResultsUntil)) return this.stop(request);
      if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
      const delayMs = await this.rateLimiter.acquirePoll(row.provider, request.manager);
      if (delayMs > 0) return { action: 'wait', delayMs };
      const leaseExpiresAt = request.in(this.config.limits.leaseMs);
      await request.write({ lease: row.lease + 1, leaseExpiresAt, workerId, promoteRequested: false });
      return {
        action: 'check',
        lease: request.row.lease,
        task: await this.builder.build(row, request.manager),
        lateTask: mayDeliverLate(request.row) ? row.externalId : null,
        findSince: (await this.isUnconfirmed(request)) ? searchStart(row).toISOString() : undefined,
        others: await this.tasks.listStray(request),
      };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /** Idempotent. @throws LuitError `stale_lease` */
  @OnCall(generationCalls.attachLateOutput)
  attach(input: RequestOf<typeof generationCalls.attachLateOutput>): Promise<void> {
    const { requestId, lease, outputKey, posterKey, contentType, bytes, fingerprint } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (request.row.lateOutputKey !== null || !mayDeliverLate(request.row)) return;
      const looks = fingerprintColumns(fingerprint);
      const late = { lateOutputKey: outputKey, posterKey, contentType, outputBytes: bytes, ...looks };
      await request.change('late output', late);
    });
  }

  /** @throws LuitError `stale_lease` */
  @OnCall(generationCalls.recordLateResultCheck)
  record(input: RequestOf<typeof generationCalls.recordLateResultCheck>): Promise<JobResult> {
    const { requestId, lease, isOver, isAbsent, others } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (others) await this.tasks.recordStrayResults(request, others);
      const { row } = request;
      const { cancel } = await this.tasks.listStray(request);
      const isUnconfirmed = await this.isUnconfirmed(request);
      const isDone = isUnconfirmed
        ? isAbsent === true && request.until(absentFrom(row)) === 0
        : (isOver && row.externalId !== null) || !mayDeliverLate(row);
      if ((isDone && cancel.length === 0) || request.hasPassed(row.lateResultsUntil)) {
        await this.stop(request);
        return { action: 'done' };
      }
      await request.write({ leaseExpiresAt: request.now });
      return { action: 'reschedule', delayMs: row.promoteRequested ? 0 : pause(request) };
    });
  }

  /** True if an unknown task may exist: the job ended while its submission was unconfirmed. */
  private async isUnconfirmed({ row, manager }: LockedRequest): Promise<boolean> {
    if (row.externalId !== null || row.submitBefore === null) return false;
    if (row.state !== 'canceled') return mayDeliverLate(row);
    const known: unknown[] = await manager.query(`SELECT FROM provider_tasks WHERE request_id = $1 LIMIT 1`, [row.id]);
    return known.length === 0;
  }

  private async stop(request: LockedRequest): Promise<{ action: 'none' }> {
    await request.write({ lateResultsUntil: null, leaseExpiresAt: null });
    return { action: 'none' };
  }
}

/** Returns true if a timed-out job was, or may have been, submitted to a provider. */
function mayDeliverLate(row: RequestEntity): boolean {
  // The result of a first step is not an output.
  if (isIntermediate(row)) return false;
  return row.state === 'failed' && row.errorKind === 'timeout' && row.submitBefore !== null && !row.lateOutputKey;
}

/** The time from which a search without a result proves that there is no task. */
function absentFrom(row: RequestEntity): Date {
  return new Date((row.submitBefore?.getTime() ?? 0) + LISTED_WITHIN_MS);
}

function pause({ row, now }: LockedRequest): number {
  const sinceEnd = now.getTime() - (row.completedAt?.getTime() ?? 0);
  return Math.min(Math.max(sinceEnd / 4, MIN_PAUSE_MS), MAX_PAUSE_MS);
}
