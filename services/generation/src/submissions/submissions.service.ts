import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import type { LockedRequest } from '../request-state/locked-request';
import { staleLease } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import { resubmissions } from '../request-state/request-metrics';
import { PROGRESS } from '../request-state/request-record';
import { backoff } from '../dispatch/backoff';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ProviderHealthService } from '../providers/provider-health.service';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import { ProviderTasks } from '../tracking/provider-tasks';
import { readEvents } from '../tracking/provider-events';
import { ProviderSlots } from '../dispatch/provider-slots';
import { toProviderTask } from './provider-task';
import { SettlementService } from '../settlement/settlement.service';
import { modelOf } from '../request-state/steps';
import { unlessMissing } from '../request-state/unless-missing';

type Leased<T = object> = T & { requestId: string; lease: number };

const DONE: JobResult = { action: 'done' };
/** Search interval for providers without a search call; their webhook promotes the entry earlier. Milliseconds. */
const WEBHOOK_WAIT_MS = 15_000;
const SEARCH_INTERVAL_MS = 500;
/** Delay while another job probes a half-open circuit breaker, milliseconds. */
const BUSY_PROBE_MS = 1_000;
/** Tolerance for a provider's clock running behind ours, milliseconds. */
const CLOCK_SKEW_MS = 60_000;
/** How often a job may be submitted again after an unknown submission. */
const MAX_RESUBMISSIONS = 1;

/**
 * Submits jobs to providers exactly once: a job is claimed before anything is sent, and after a claim without a result the
 * worker searches for the task instead of submitting again.
 */
@Injectable()
export class SubmissionsService {
  private readonly log = new Logger(SubmissionsService.name);

  constructor(
    private readonly locks: RequestLocks,
    private readonly slots: ProviderSlots,
    private readonly selection: ProviderSelectionService,
    private readonly health: ProviderHealthService,
    private readonly rateLimiter: ProviderRateLimiter,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  claim({ requestId, workerId }: { requestId: string; workerId: string }): Promise<SubmissionClaim> {
    const claim = this.locks.withRequest<SubmissionClaim>(requestId, async (request) => {
      if (request.row.state === 'pending') return this.claimPending(request, workerId);
      return isSubmitting(request) ? this.claimSearch(request, workerId) : { action: 'none' };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /**
   * Records the provider's task. Idempotent by its id.
   *
   * @throws LuitError `stale_lease` if a newer claim exists; the task is recorded as a stray task
   */
  async record({ requestId, lease, externalId }: Leased<{ externalId: string }>): Promise<JobResult> {
    const isCurrent = await this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      if (row.externalId === externalId) return true;
      if (isSubmitting(request) && row.lease === lease) {
        await this.tasks.assign(request, externalId, 'submitted');
        await this.health.recordSuccess(request.manager, row.provider);
        return true;
      }
      await this.tasks.recordStray(request, externalId);
      return false;
    });
    if (!isCurrent) throw staleLease();
    return DONE;
  }

  /** @throws LuitError `stale_lease` */
  recordFailure(
    input: Leased<{ result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number }>,
  ): Promise<JobResult> {
    const { requestId, lease, result, failure, retryAfterMs } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (!isSubmitting(request)) return this.repeatedReport(request);
      const { provider, cancelRequested } = request.row;
      await this.health.recordFailure(request.manager, provider, result, failure);
      if (retryAfterMs) await this.health.pause(request.manager, provider, retryAfterMs);
      if (result === 'unknown') return this.markUnknown(request, failure);
      if (cancelRequested) return this.end(request, { state: 'canceled' });
      if (result === 'rejected') return this.failOrMove(request, failure);
      return this.retry(request, failure, retryAfterMs);
    });
  }

  /** @throws LuitError `stale_lease` */
  recordNotFound(input: Leased<{ isSearchable: boolean; reportedWithinMs: number }>): Promise<JobResult> {
    const { requestId, lease, isSearchable, reportedWithinMs } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      const { row } = request;
      if (!isSubmitting(request)) return this.repeatedReport(request);
      if (await this.tasks.assignCandidate(request)) return DONE;
      const certainAt = new Date((row.submitBefore?.getTime() ?? 0) + reportedWithinMs);
      if (request.hasPassed(certainAt)) return this.resubmitOrFail(request);
      if (row.state === 'submitting')
        await request.change('submission unknown', { state: 'unknown' }, { isSilent: true });
      await request.write({ leaseExpiresAt: request.now });
      const interval = isSearchable ? SEARCH_INTERVAL_MS : WEBHOOK_WAIT_MS;
      return {
        action: 'reschedule',
        delayMs: row.promoteRequested ? 0 : Math.min(request.until(certainAt) + 1, interval),
      };
    });
  }

  private async claimPending(request: LockedRequest, workerId: string): Promise<SubmissionClaim> {
    const { row } = request;
    const { leaseMs } = this.config.limits;
    if (request.hasPassed(row.deadlineAt)) {
      await this.settlement.settle(request, { state: 'failed', failure: timeout('not_submitted') });
      return { action: 'none' };
    }
    if (request.until(row.nextAttemptAt) > 0) return { action: 'wait', delayMs: request.until(row.nextAttemptAt) };
    const delayMs = await this.acquireSlot(request);
    if (delayMs > 0) return { action: 'wait', delayMs };
    const submitWithinMs = Math.floor(leaseMs / 2);
    await request.change(
      'submission claimed',
      {
        state: 'submitting',
        lease: row.lease + 1,
        leaseExpiresAt: request.in(leaseMs),
        workerId,
        submitBefore: request.in(submitWithinMs),
        firstClaimAt: row.firstClaimAt ?? request.now,
        deadlineAt: row.firstClaimAt ? row.deadlineAt : request.in(row.runLimitSeconds * 1_000),
        slotRequestedAt: null,
        nextAttemptAt: null,
        promoteRequested: false,
      },
      { isSilent: true },
    );
    return { action: 'submit', lease: request.row.lease, task: this.taskOf(request), submitWithinMs };
  }

  /**
   * Acquires a slot at a provider whose circuit breaker is not open, within its rate limit. The caller's state change in the
   * same transaction is what occupies the slot.
   *
   * @returns 0, or the milliseconds until the next attempt
   */
  private async acquireSlot(request: LockedRequest): Promise<number> {
    const { manager } = request;
    const selected = await this.selection.select(manager, request.row);
    if ('waitMs' in selected) return selected.waitMs;
    await this.selection.move(request, selected.provider);
    const { pausedMs } = await this.health.of(manager, selected.provider);
    if (pausedMs > 0) return pausedMs;
    const slotDelayMs = await this.slots.acquire(request);
    if (slotDelayMs > 0) return slotDelayMs;
    const rateDelayMs = await this.rateLimiter.acquire(selected.provider, 'submit');
    if (rateDelayMs > 0) return rateDelayMs;
    const isAllowed = !selected.isProbe || (await this.health.acquireProbe(manager, selected.provider));
    return isAllowed ? 0 : BUSY_PROBE_MS;
  }

  /** An earlier claim may have submitted the task, so this claim only searches for it or waits for its webhook. */
  private async claimSearch(request: LockedRequest, workerId: string): Promise<SubmissionClaim> {
    const { row } = request;
    if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
    if (await this.tasks.assignCandidate(request)) return { action: 'none' };
    if (this.isSearchOver(request)) {
      const failure = timeout('submission_unknown');
      await this.settlement.settle(request, { state: 'failed', failure, isAbandoned: true });
      return { action: 'none' };
    }
    await request.change(
      'search claimed',
      {
        lease: row.lease + 1,
        leaseExpiresAt: request.in(this.config.limits.leaseMs),
        workerId,
        promoteRequested: false,
      },
      { isSilent: true },
    );
    const since = new Date((row.firstClaimAt ?? row.createdAt).getTime() - CLOCK_SKEW_MS).toISOString();
    const events = await readEvents(request, 'all');
    return { action: 'find', lease: request.row.lease, task: this.taskOf(request), since, events };
  }

  /** Bounds the search if the provider stays unreachable, so that credits are not held forever. */
  private isSearchOver(request: LockedRequest): boolean {
    const { deadlineAt } = request.row;
    return deadlineAt !== null && request.hasPassed(new Date(deadlineAt.getTime() + this.config.limits.giveUpMs));
  }

  private async markUnknown(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    if (request.row.state === 'submitting') {
      await request.change('submission unknown', { state: 'unknown' }, { isSilent: true, details: { ...failure } });
    }
    // The request may have been sent up to this moment, so the provider's reporting window starts now.
    await request.write({ leaseExpiresAt: request.now, submitBefore: request.now });
    return { action: 'reschedule', delayMs: SEARCH_INTERVAL_MS };
  }

  /** A rejection of the input fails the job; a rejection of our account moves it to another provider or lets it wait. */
  private async failOrMove(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const { provider, userId } = request.row;
    const isAboutOurAccount = failure.kind === 'provider' || failure.kind === 'quota';
    const mayMove = isAboutOurAccount && failure.code !== 'model_not_configured';
    const selected = mayMove ? await this.selection.select(request.manager, request.row) : null;
    const hasAlternative = selected !== null && 'provider' in selected && selected.provider !== provider;
    const mayWait = mayMove && provider !== this.selection.preferred(modelOf(request.row));
    if (!hasAlternative && !mayWait) return this.end(request, { state: 'failed', failure });
    await request.change('provider refused', requeued(request), { isSilent: true, details: { ...failure } });
    request.afterCommit(() => this.slots.released(provider, userId));
    return { action: 'reschedule', delayMs: 0 };
  }

  private async retry(request: LockedRequest, failure: ProviderFailure, retryAfterMs = 0): Promise<JobResult> {
    const { row } = request;
    // A quota refusal is not a failure; only the deadline ends these retries.
    const failures = row.submitFailures + (failure.kind === 'quota' ? 0 : 1);
    const delayMs = Math.max(retryAfterMs, backoff(row.submitFailures));
    const isTooLate = row.deadlineAt !== null && request.in(delayMs) > row.deadlineAt;
    if (failures > this.config.limits.submitRetryLimit || isTooLate) {
      return this.end(request, { state: 'failed', failure });
    }
    await request.change(
      'submission refused',
      { ...requeued(request), submitFailures: failures, nextAttemptAt: request.in(delayMs) },
      { details: { ...failure, delayMs } },
    );
    request.afterCommit(() => this.slots.released(row.provider, row.userId));
    return { action: 'reschedule', delayMs };
  }

  /** The provider has no such task, or never reported one: submit once more, then fail. */
  private async resubmitOrFail(request: LockedRequest): Promise<JobResult> {
    const { row } = request;
    if (row.cancelRequested) return this.end(request, { state: 'canceled' });
    if (row.resubmissions >= MAX_RESUBMISSIONS || request.hasPassed(row.deadlineAt)) {
      return this.end(request, { state: 'failed', failure: timeout('submission_unknown') });
    }
    if (row.state === 'submitting')
      await request.change('submission unknown', { state: 'unknown' }, { isSilent: true });
    await request.change('resubmitted', { ...requeued(request), resubmissions: row.resubmissions + 1 });
    this.log.warn({ msg: 'Resubmitting a job; its first submission was not found', requestId: row.id });
    request.afterCommit(() => {
      resubmissions.inc();
      this.slots.released(row.provider, row.userId);
    });
    return { action: 'reschedule', delayMs: 0 };
  }

  /** Answers a report that a worker repeats because it did not receive the first answer. */
  private repeatedReport(request: LockedRequest): JobResult {
    const { state, nextAttemptAt } = request.row;
    return state === 'pending' ? { action: 'reschedule', delayMs: request.until(nextAttemptAt) } : DONE;
  }

  private async end(request: LockedRequest, end: Parameters<SettlementService['settle']>[1]): Promise<JobResult> {
    await this.settlement.settle(request, end);
    return DONE;
  }

  private taskOf(request: LockedRequest): ReturnType<typeof toProviderTask> {
    return toProviderTask(request.row, this.config.webhookBaseUrl);
  }
}

/** Claimed for submission, with no result yet. */
function isSubmitting({ row }: LockedRequest): boolean {
  return row.state === 'submitting' || row.state === 'unknown';
}

function requeued(request: LockedRequest) {
  const { coloredKey, progress } = request.row;
  const visibleProgress = coloredKey === null ? PROGRESS.accepted : progress;
  return { state: 'pending', leaseExpiresAt: request.now, progress: visibleProgress } as const;
}

function timeout(code: string): ProviderFailure {
  return { kind: 'timeout', code, message: 'The provider did not accept the job in time' };
}
