import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { SubmissionClaim } from '@luit/contracts/generation/submissions';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type GenerationConfig } from '../config';
import type { LockedRequest } from '../requests/locked-request';
import { staleLease } from '../requests/locked-request';
import { RequestLocks } from '../requests/request-locks';
import { resubmissions } from '../requests/request-metrics';
import { PROGRESS } from '../requests/request-record';
import { backoff } from './backoff';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ProviderHealthService } from '../providers/provider-health.service';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import { ProviderTasks } from './provider-tasks';
import { readEvents } from './provider-events';
import { ProviderSlots } from './provider-slots';
import { toProviderTask } from './provider-task';
import { SettlementService } from './settlement.service';
import { modelOf } from './steps';
import { unlessMissing } from './unless-missing';

type Leased<T = object> = T & { requestId: string; lease: number };

const DONE: JobResult = { action: 'done' };
/** Before a provider that cannot be asked is thought of again; its webhook wakes the entry sooner. Milliseconds. */
const WEBHOOK_LOOK_MS = 15_000;
const FIND_STEP_MS = 500;
/** While another job finds out whether the provider is well again. Milliseconds. */
const BUSY_PROBE_MS = 1_000;
/** A provider's clock may be this much behind ours, milliseconds. */
const CLOCK_SKEW_MS = 60_000;
/** A job is submitted anew at most this often when nobody can tell what became of a submission. */
const MAX_RESUBMISSIONS = 1;

/**
 * Brings a job to its provider so that it is bought once: claimed before anything is sent, and where a claim ended
 * without an answer, asked for instead of sent again.
 */
@Injectable()
export class SubmissionsService {
  private readonly log = new Logger(SubmissionsService.name);

  constructor(
    private readonly locks: RequestLocks,
    private readonly slots: ProviderSlots,
    private readonly choice: ProviderSelectionService,
    private readonly health: ProviderHealthService,
    private readonly pace: ProviderRateLimiter,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  claim({ requestId, workerId }: { requestId: string; workerId: string }): Promise<SubmissionClaim> {
    const claim = this.locks.withRequest<SubmissionClaim>(requestId, async (request) => {
      if (request.row.state === 'pending') return this.claimPending(request, workerId);
      return isOpen(request) ? this.claimUncertain(request, workerId) : { action: 'none' };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /**
   * The provider's task is known. Idempotent by its id.
   *
   * @throws LuitError `stale_lease` where another claim came later; the task is remembered all the same
   */
  async record({ requestId, lease, externalId }: Leased<{ externalId: string }>): Promise<JobResult> {
    const isKept = await this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      if (row.externalId === externalId) return true;
      if (isOpen(request) && row.lease === lease) {
        await this.tasks.adopt(request, externalId, 'submitted');
        await this.health.recordSuccess(request.manager, row.provider);
        return true;
      }
      await this.tasks.remember(request, externalId);
      return false;
    });
    if (!isKept) throw staleLease();
    return DONE;
  }

  /** @throws LuitError `stale_lease` */
  recordFailure(
    input: Leased<{ result: 'retry' | 'unknown' | 'rejected'; failure: ProviderFailure; retryAfterMs?: number }>,
  ): Promise<JobResult> {
    const { requestId, lease, result, failure, retryAfterMs } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (!isOpen(request)) return this.toldBefore(request);
      const { provider, cancelRequested } = request.row;
      await this.health.recordFailure(request.manager, provider, result, failure);
      if (retryAfterMs) await this.health.pause(request.manager, provider, retryAfterMs);
      if (result === 'unknown') return this.becomeUnknown(request, failure);
      if (cancelRequested) return this.end(request, { state: 'canceled' });
      if (result === 'rejected') return this.refused(request, failure);
      return this.retry(request, failure, retryAfterMs);
    });
  }

  /** @throws LuitError `stale_lease` */
  recordNotFound(input: Leased<{ isSearchable: boolean; reportedWithinMs: number }>): Promise<JobResult> {
    const { requestId, lease, isSearchable, reportedWithinMs } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      const { row } = request;
      if (!isOpen(request)) return this.toldBefore(request);
      if (await this.tasks.adoptRemembered(request)) return DONE;
      const sureAt = new Date((row.submitBefore?.getTime() ?? 0) + reportedWithinMs);
      if (request.hasPassed(sureAt)) return this.giveUpSubmission(request);
      if (row.state === 'submitting')
        await request.change('submission unknown', { state: 'unknown' }, { isSilent: true });
      await request.write({ leaseExpiresAt: request.now });
      const step = isSearchable ? FIND_STEP_MS : WEBHOOK_LOOK_MS;
      return { action: 'reschedule', delayMs: row.promoteRequested ? 0 : Math.min(request.until(sureAt) + 1, step) };
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
    const delayMs = await this.takePlace(request);
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
   * A place at a provider that is not cut off, within its rate. Taken by the row's next state.
   *
   * @returns 0, or after how many milliseconds to ask again
   */
  private async takePlace(request: LockedRequest): Promise<number> {
    const { manager } = request;
    const choice = await this.choice.choose(manager, request.row);
    if ('waitMs' in choice) return choice.waitMs;
    await this.choice.move(request, choice.provider);
    const { pausedMs } = await this.health.of(manager, choice.provider);
    if (pausedMs > 0) return pausedMs;
    const delayMs = await this.slots.take(request);
    if (delayMs > 0) return delayMs;
    const paceMs = await this.pace.take(choice.provider, 'submit');
    if (paceMs > 0) return paceMs;
    const mayGo = !choice.isProbe || (await this.health.takeProbe(manager, choice.provider));
    return mayGo ? 0 : BUSY_PROBE_MS;
  }

  /** An earlier claim may have posted, so nobody posts: the provider is asked, or its webhook waited for. */
  private async claimUncertain(request: LockedRequest, workerId: string): Promise<SubmissionClaim> {
    const { row } = request;
    if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
    if (await this.tasks.adoptRemembered(request)) return { action: 'none' };
    if (this.isLost(request)) {
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

  /** A provider that could not be asked until long past the deadline keeps no credits held. */
  private isLost(request: LockedRequest): boolean {
    const { deadlineAt } = request.row;
    return deadlineAt !== null && request.hasPassed(new Date(deadlineAt.getTime() + this.config.limits.giveUpMs));
  }

  private async becomeUnknown(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    if (request.row.state === 'submitting') {
      await request.change('submission unknown', { state: 'unknown' }, { isSilent: true, details: { ...failure } });
    }
    // What may have been posted until now has the provider's settling time from now.
    await request.write({ leaseExpiresAt: request.now, submitBefore: request.now });
    return { action: 'reschedule', delayMs: FIND_STEP_MS };
  }

  /** What is about the request ends it; what is about our account there may be taken elsewhere, or waited for. */
  private async refused(request: LockedRequest, failure: ProviderFailure): Promise<JobResult> {
    const { provider, userId } = request.row;
    const isAboutUs = failure.kind === 'provider' || failure.kind === 'quota';
    const mayMove = isAboutUs && failure.code !== 'model_not_configured';
    const choice = mayMove ? await this.choice.choose(request.manager, request.row) : null;
    const hasElsewhere = choice !== null && 'provider' in choice && choice.provider !== provider;
    const mayWait = mayMove && provider !== this.choice.preferred(modelOf(request.row));
    if (!hasElsewhere && !mayWait) return this.end(request, { state: 'failed', failure });
    await request.change('provider refused', queuedAgain(request), { isSilent: true, details: { ...failure } });
    request.afterCommit(() => this.slots.freed(provider, userId));
    return { action: 'reschedule', delayMs: 0 };
  }

  private async retry(request: LockedRequest, failure: ProviderFailure, retryAfterMs = 0): Promise<JobResult> {
    const { row } = request;
    // A full provider is no failing one: only time ends that.
    const failures = row.submitFailures + (failure.kind === 'quota' ? 0 : 1);
    const delayMs = Math.max(retryAfterMs, backoff(row.submitFailures));
    const isTooLate = row.deadlineAt !== null && request.in(delayMs) > row.deadlineAt;
    if (failures > this.config.limits.submitRetryLimit || isTooLate) {
      return this.end(request, { state: 'failed', failure });
    }
    await request.change(
      'submission refused',
      { ...queuedAgain(request), submitFailures: failures, nextAttemptAt: request.in(delayMs) },
      { details: { ...failure, delayMs } },
    );
    request.afterCommit(() => this.slots.freed(row.provider, row.userId));
    return { action: 'reschedule', delayMs };
  }

  /** The provider surely has no such task, or never told of one: once more, then it is over. */
  private async giveUpSubmission(request: LockedRequest): Promise<JobResult> {
    const { row } = request;
    if (row.cancelRequested) return this.end(request, { state: 'canceled' });
    if (row.resubmissions >= MAX_RESUBMISSIONS || request.hasPassed(row.deadlineAt)) {
      return this.end(request, { state: 'failed', failure: timeout('submission_unknown') });
    }
    if (row.state === 'submitting')
      await request.change('submission unknown', { state: 'unknown' }, { isSilent: true });
    await request.change('resubmitted', { ...queuedAgain(request), resubmissions: row.resubmissions + 1 });
    this.log.warn({ msg: 'A job is submitted again; its first submission was not found', requestId: row.id });
    request.afterCommit(() => {
      resubmissions.inc();
      this.slots.freed(row.provider, row.userId);
    });
    return { action: 'reschedule', delayMs: 0 };
  }

  /** The same report came again, because its answer was lost. */
  private toldBefore(request: LockedRequest): JobResult {
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

/** Claimed, and not known yet what became of it. */
function isOpen({ row }: LockedRequest): boolean {
  return row.state === 'submitting' || row.state === 'unknown';
}

function queuedAgain(request: LockedRequest) {
  const { coloredKey, progress } = request.row;
  const shown = coloredKey === null ? PROGRESS.accepted : progress;
  return { state: 'pending', leaseExpiresAt: request.now, progress: shown } as const;
}

function timeout(code: string): ProviderFailure {
  return { kind: 'timeout', code, message: 'The provider did not take the job in time' };
}
