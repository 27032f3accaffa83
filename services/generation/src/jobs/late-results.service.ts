import { type LateResultClaim, lateResultJob } from '@luit/contracts/generation/late-results';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import type { LockedRequest } from '../requests/locked-request';
import { RequestLocks } from '../requests/request-locks';
import { isFinal } from '../requests/request-states';
import { ProviderTasks } from './provider-tasks';
import { toProviderTask } from './provider-task';
import { isIntermediate } from './steps';
import { unlessMissing } from './unless-missing';

type Leased<T = object> = T & { requestId: string; lease: number };

export const LATE_RESULT_WINDOW_MS = 24 * 3_600_000;
/** Looks come after a quarter of the time that has passed since the end, within these. Milliseconds. */
const SHORTEST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * After a job's end: duplicates are cancelled until they have surely ended, and what a job that ran out of time brings
 * after all is attached for nothing. State and money stay as they are.
 */
@Injectable()
export class LateResultsService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly tasks: ProviderTasks,
    private readonly pace: ProviderRateLimiter,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Has a job that just ended watched, where something of it may still run. */
  async begin(request: LockedRequest): Promise<void> {
    const { cancel } = await this.tasks.others(request);
    if (cancel.length === 0 && !mayBringSomething(request)) return;
    await request.write({ lateResultsUntil: request.in(LATE_RESULT_WINDOW_MS) });
    await writeJob(request.manager, lateResultJob, request.row.id, { delayMs: SHORTEST_PAUSE_MS });
  }

  claim({ requestId, workerId }: { requestId: string; workerId: string }): Promise<LateResultClaim> {
    const claim = this.locks.withRequest<LateResultClaim>(requestId, async (request) => {
      const { row } = request;
      if (!isFinal(row.state) || row.lateResultsUntil === null) return { action: 'none' };
      if (row.eraseRequestedAt || request.hasPassed(row.lateResultsUntil)) return this.stop(request);
      if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
      const delayMs = await this.pace.take(row.provider, 'poll');
      if (delayMs > 0) return { action: 'wait', delayMs };
      const leaseExpiresAt = request.in(this.config.limits.leaseMs);
      await request.write({ lease: row.lease + 1, leaseExpiresAt, workerId, promoteRequested: false });
      return {
        action: 'check',
        lease: request.row.lease,
        task: toProviderTask(row, this.config.webhookBaseUrl),
        lateTask: mayBringSomething(request) ? row.externalId : null,
        others: await this.tasks.others(request),
      };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /** Of a job that is at work, or watched. @throws LuitError `stale_lease` */
  recordOthers({
    requestId,
    lease,
    ...others
  }: Leased<{ eventIds: string[]; found: string[]; stopped: string[] }>): Promise<Record<string, never>> {
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      await this.tasks.recordOthers(request, others);
      return {};
    });
  }

  /** Told again it changes nothing. @throws LuitError `stale_lease` */
  attach(
    input: Leased<{ outputKey: string; posterKey: string | null; contentType: string; bytes: number }>,
  ): Promise<Record<string, never>> {
    const { requestId, lease, outputKey, posterKey, contentType, bytes } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (request.row.lateOutputKey !== null || !mayBringSomething(request)) return {};
      const late = { lateOutputKey: outputKey, posterKey, contentType, outputBytes: bytes };
      await request.change('late output', late);
      return {};
    });
  }

  /** @throws LuitError `stale_lease` */
  record({ requestId, lease, isOver }: Leased<{ isOver: boolean }>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      const { row } = request;
      const { cancel } = await this.tasks.others(request);
      // A job whose task nobody knows can only be told of by its callback.
      const isDone = (isOver && row.externalId !== null) || !mayBringSomething(request);
      if ((isDone && cancel.length === 0) || request.hasPassed(row.lateResultsUntil)) {
        await this.stop(request);
        return { action: 'done' };
      }
      await request.write({ leaseExpiresAt: request.now });
      return { action: 'reschedule', delayMs: row.promoteRequested ? 0 : pause(request) };
    });
  }

  private async stop(request: LockedRequest): Promise<{ action: 'none' }> {
    await request.write({ lateResultsUntil: null, leaseExpiresAt: null });
    return { action: 'none' };
  }
}

/** A job that ran out of time, of which something was or may have been sent to the provider. */
function mayBringSomething({ row }: LockedRequest): boolean {
  // What a first step makes is no output.
  if (isIntermediate(row)) return false;
  return row.state === 'failed' && row.errorKind === 'timeout' && row.submitBefore !== null && !row.lateOutputKey;
}

function pause({ row, now }: LockedRequest): number {
  const ended = now.getTime() - (row.completedAt?.getTime() ?? 0);
  return Math.min(Math.max(ended / 4, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}
