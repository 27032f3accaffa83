import { LuitError } from '@luit/contracts/errors';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import { submitJob } from '@luit/contracts/generation/submissions';
import type { JobOutcome, TrackingClaim } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { staleLease, type LockedRequest } from '../request-state/locked-request';
import { RequestLocks } from '../request-state/request-locks';
import type { RequestEntity } from '../request-state/request.entity';
import { PROGRESS } from '../request-state/request-record';
import { isFinal, mayBecome, UNFINISHED } from '../request-state/request-states';
import { backoff } from '../dispatch/backoff';
import { ProviderSelectionService } from '../providers/provider-selection.service';
import { ProviderHealthService } from '../providers/provider-health.service';
import { ProviderRateLimiter } from '../providers/provider-rate-limiter';
import { ProviderTasks } from './provider-tasks';
import { ProviderSlots } from '../dispatch/provider-slots';
import { toProviderTask } from '../submissions/provider-task';
import { type Outcome, SettlementService } from '../settlement/settlement.service';
import { isIntermediate, newClientRef, stepShare } from '../request-state/steps';
import { unlessMissing } from '../request-state/unless-missing';

type Leased<T = object> = T & { requestId: string; lease: number };

const DONE: JobResult = { action: 'done' };
/** Progress is published at most once per this many milliseconds, or per this many points. */
const PROGRESS_INTERVAL_MS = 1_000;
const PROGRESS_STEP = 5;
/** Resets everything about the first submission except the priority that the job was accepted with. */
const SECOND_STEP = {
  state: 'pending',
  externalId: null,
  firstClaimAt: null,
  submitBefore: null,
  submittedAt: null,
  collectingAt: null,
  submitFailures: 0,
  pollFailures: 0,
  resubmissions: 0,
  promoteRequested: false,
} as const;

/** Tracks a provider's task until the job is settled. */
@Injectable()
export class TrackingService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly database: DataSource,
    private readonly slots: ProviderSlots,
    private readonly selection: ProviderSelectionService,
    private readonly health: ProviderHealthService,
    private readonly rateLimiter: ProviderRateLimiter,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  claim({ requestId, workerId }: { requestId: string; workerId: string }): Promise<TrackingClaim> {
    const claim = this.locks.withRequest<TrackingClaim>(requestId, async (request) => {
      const { row } = request;
      if ((row.state !== 'running' && row.state !== 'collecting') || row.externalId === null) return { action: 'none' };
      if (request.isLeased()) return { action: 'wait', delayMs: request.until(row.leaseExpiresAt) + 1 };
      const { pausedMs } = await this.health.of(request.manager, row.provider);
      const delayMs = pausedMs || (await this.rateLimiter.acquire(row.provider, 'poll'));
      if (delayMs > 0) return { action: 'wait', delayMs };
      await request.write({
        lease: row.lease + 1,
        leaseExpiresAt: request.in(this.config.limits.leaseMs),
        workerId,
        // The poll that follows this claim observes whatever caused the promotion.
        promoteRequested: false,
      });
      return {
        action: 'poll',
        lease: request.row.lease,
        task: toProviderTask(row, this.config.webhookBaseUrl),
        externalId: row.externalId,
        cancelRequested: row.cancelRequested,
        isPastDeadline: request.hasPassed(row.deadlineAt),
        others: await this.tasks.listStray(request),
      };
    });
    return unlessMissing(claim, { action: 'none' });
  }

  /** @throws LuitError `stale_lease` */
  async renewLease({ requestId, lease }: Leased): Promise<Record<string, never>> {
    const [, renewed] = (await this.database.query(
      `UPDATE requests SET lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond'
        WHERE id = $1 AND lease = $2 AND (state = ANY($4) OR late_results_until IS NOT NULL)`,
      [requestId, lease, this.config.limits.leaseMs, UNFINISHED],
    )) as [unknown, number];
    if (renewed === 0) throw staleLease();
    return {};
  }

  /** @throws LuitError `stale_lease` */
  recordProgress({ requestId, lease, progress }: Leased<{ progress: number | null }>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (request.row.state !== 'running') return this.afterPoll(request, this.config.limits.pollIntervalMs);
      if (this.isAbandoned(request)) return this.giveUp(request);
      await this.publishProgress(request, visibleProgress(request.row, progress));
      return this.afterPoll(request, this.config.limits.pollIntervalMs);
    });
  }

  /** @throws LuitError `stale_lease` */
  recordPollFailure(input: Leased<{ failure: ProviderFailure; retryAfterMs?: number }>): Promise<JobResult> {
    const { requestId, lease, failure, retryAfterMs = 0 } = input;
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      if (isFinal(request.row.state)) return DONE;
      if (this.isAbandoned(request)) return this.giveUp(request);
      const { pollFailures, provider } = request.row;
      if (failure.code === 'http_429')
        await this.health.pause(request.manager, provider, retryAfterMs || backoff(pollFailures));
      if (pollFailures === 0) await request.note('provider not readable', { ...failure });
      await request.write({ pollFailures: pollFailures + 1 });
      return this.afterPoll(request, Math.max(retryAfterMs, backoff(pollFailures)), pollFailures + 1);
    });
  }

  /** The task succeeded, so its slot is released while the output is copied. @throws LuitError `stale_lease` */
  startCollecting({ requestId, lease }: Leased): Promise<Record<string, never>> {
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      const { state, provider, userId } = request.row;
      const leaseExpiresAt = request.in(this.config.limits.leaseMs);
      if (state === 'collecting') {
        await request.write({ leaseExpiresAt });
      } else if (state === 'running') {
        const collectingAt = request.now;
        const { to } = stepShare(request.row, PROGRESS.running, PROGRESS.collecting);
        const progress = Math.max(request.row.progress, to);
        const changes = { state: 'collecting', leaseExpiresAt, collectingAt, progress } as const;
        await request.change('collecting', changes);
        request.afterCommit(() => this.slots.released(provider, userId));
      } else {
        throw new LuitError('conflict', `A job that is ${state} has nothing to collect`);
      }
      return {};
    });
  }

  /** Queues the second step, with a new client reference and deadline. @throws LuitError `stale_lease` */
  recordFirstStep({ requestId, lease, imageKey }: Leased<{ imageKey: string }>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row, manager } = request;
      request.requireLease(lease);
      if (isFinal(row.state) || row.coloredKey === imageKey) return DONE;
      if (row.state !== 'collecting' || !isIntermediate(row)) {
        throw new LuitError('conflict', `A job that is ${row.state} has no first step to end`);
      }
      await this.tasks.end(request);
      if (row.cancelRequested) {
        await this.settlement.settle(request, { state: 'canceled' });
        return DONE;
      }
      await request.change('first step done', {
        ...SECOND_STEP,
        coloredKey: imageKey,
        clientRef: newClientRef(),
        provider: this.selection.preferred(row.model),
        leaseExpiresAt: request.now,
        deadlineAt: request.in(this.config.limits.queueLimitMs),
      });
      await writeJob(manager, submitJob, requestId);
      return DONE;
    });
  }

  /** Idempotent: the first reported outcome is final. @throws LuitError `stale_lease` */
  settle({ requestId, lease, outcome }: Leased<{ outcome: JobOutcome }>): Promise<JobResult> {
    return this.locks.withRequest(requestId, async (request) => {
      request.requireLease(lease);
      const { state } = request.row;
      if (isFinal(state)) return DONE;
      const final = finalOutcome(outcome, request);
      if (state === 'pending' || !mayBecome(state, final.state)) {
        throw new LuitError('conflict', `A job that is ${state} cannot become ${final.state}`);
      }
      await this.settlement.settle(request, final);
      return DONE;
    });
  }

  private async publishProgress(request: LockedRequest, progress: number): Promise<void> {
    const { progress: published, progressSentAt } = request.row;
    if (progress <= published) return;
    const isDue = !progressSentAt || request.now.getTime() - progressSentAt.getTime() >= PROGRESS_INTERVAL_MS;
    if (!isDue && progress - published < PROGRESS_STEP) return;
    await request.change('progress', { progress, progressSentAt: request.now });
  }

  /** Releases the lease until the next poll, which is immediate if a promotion was requested meanwhile. */
  private async afterPoll(request: LockedRequest, delayMs: number, pollFailures = 0): Promise<JobResult> {
    const { promoteRequested } = request.row;
    await request.write({ leaseExpiresAt: request.now, promoteRequested: false, pollFailures });
    return { action: 'reschedule', delayMs: promoteRequested ? 0 : delayMs };
  }

  /** Past the deadline and past the longest time that the provider runs a task, plus a grace period. */
  private isAbandoned(request: LockedRequest): boolean {
    const { submittedAt, deadlineAt } = request.row;
    const { providerMaximumMs, giveUpMs } = this.config.limits;
    const end = new Date((submittedAt?.getTime() ?? 0) + providerMaximumMs + giveUpMs);
    return request.hasPassed(deadlineAt) && request.hasPassed(end);
  }

  private async giveUp(request: LockedRequest): Promise<JobResult> {
    const failure = timedOut('The provider never reported that its task ended');
    await this.settlement.settle(request, { state: 'failed', failure, isAbandoned: true });
    return DONE;
  }
}

/** Maps a provider's 0–100 to the range between `running` and `ceiling`. */
function visibleProgress(row: RequestEntity, reported: number | null): number {
  const share = Math.min(Math.max(reported ?? 0, 0), 100) / 100;
  const { from, to } = stepShare(row, PROGRESS.running, PROGRESS.ceiling);
  return from + Math.floor(share * (to - from));
}

/** Who asked for a confirmed cancel: the owner, the deadline, or neither. */
function finalOutcome(outcome: JobOutcome, request: LockedRequest): Outcome {
  const { row } = request;
  if (outcome.kind === 'succeeded') {
    const { kind: _kind, ...output } = outcome;
    return { state: 'succeeded', output };
  }
  if (row.cancelRequested) return { state: 'canceled' };
  if (outcome.kind === 'failed') return { state: 'failed', failure: outcome.failure };
  const failure = request.hasPassed(row.deadlineAt)
    ? timedOut('Canceled at its deadline')
    : { kind: 'provider' as const, code: 'canceled', message: 'The provider canceled the task on its own' };
  return { state: 'failed', failure };
}

function timedOut(message: string): ProviderFailure {
  return { kind: 'timeout', code: 'deadline', message };
}
