import type { PollReport, PollResult } from '@luit/contracts/generation/tracking';
import { backoff } from '@luit/platform/scheduling/backoff';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, type GenerationConfig } from '../config';
import { ProviderHealthService } from '../providers/provider-health.service';
import { PROVIDER_RETRY } from '../providers/provider-retry';
import type { LockedRequest } from '../request-state/locked-request';
import { staleLeases } from '../request-state/request-metrics';
import type { RowChange } from '../request-state/request-changes';
import { RequestLocks } from '../request-state/request-locks';
import { PROGRESS } from '../request-state/request-record';
import { type RequestState, TRACKED } from '../request-state/request-states';
import type { RequestEntity } from '../request-state/request.entity';
import { stepShare } from '../request-state/steps';
import { SettlementService } from '../settlement/settlement.service';
import { ProviderTasks } from './provider-tasks';

/** Progress is published at most once per this many milliseconds, or per this many points. */
const PROGRESS_INTERVAL_MS = 1_000;
const PROGRESS_STEP = 5;

interface Recorded {
  /** Jobs whose lease is stale or that are no longer tracked. */
  refused: string[];
  /** Milliseconds until the first of the others is polled again; null if none is. */
  nextPollMs: number | null;
}

/** A batch of reports while it is recorded. */
interface Batch {
  changes: RowChange[];
  refused: string[];
  abandoned: PollReport[];
  /** Milliseconds, by provider. */
  pauses: Map<string, number>;
}

/** Records what polls of providers found. One transaction writes a whole batch with a few statements. */
@Injectable()
export class PollReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly locks: RequestLocks,
    private readonly health: ProviderHealthService,
    private readonly tasks: ProviderTasks,
    private readonly settlement: SettlementService,
    @Inject(CONFIG) private readonly config: GenerationConfig,
  ) {}

  /** Idempotent: a report whose lease was released by an earlier one changes nothing. */
  async record(reports: PollReport[]): Promise<Recorded> {
    const batch: Batch = { changes: [], refused: [], abandoned: [], pauses: new Map() };
    const requests = await this.database.transaction(async (manager) => {
      const ids = reports.map(({ requestId }) => requestId);
      const locked = await this.locks.lockAll(manager, ids);
      for (const report of reports) await this.add(batch, report, locked.get(report.requestId));
      await this.locks.write(manager, batch.changes);
      for (const [provider, pauseMs] of batch.pauses) await this.health.pause(manager, provider, pauseMs);
      return [...locked.values()];
    });
    for (const request of requests) request.runAfterCommit();
    staleLeases.inc(batch.refused.length);
    for (const report of batch.abandoned) await this.giveUp(report);
    return { refused: batch.refused, nextPollMs: nextPollMs(requests) };
  }

  private async add(batch: Batch, report: PollReport, request: LockedRequest | undefined): Promise<void> {
    const { requestId, lease, result, others } = report;
    if (!request || request.row.lease !== lease || !isTracked(request)) {
      batch.refused.push(requestId);
      return;
    }
    if (others) await this.tasks.recordStrayResults(request, others);
    if (request.row.leaseExpiresAt === null) return;
    if (this.isAbandoned(request, result)) batch.abandoned.push(report);
    else if (result.kind === 'running') batch.changes.push(this.planProgress(request, result.progress));
    else if (result.kind === 'failed') batch.changes.push(this.planFailure(batch, request, result));
    else batch.changes.push(this.planCollecting(request));
  }

  private planProgress(request: LockedRequest, reported: number | null): RowChange {
    const changes = { ...scheduleNext(request, this.config.limits.pollIntervalMs), pollFailures: 0 };
    const progress = visibleProgress(request.row, reported);
    if (request.row.state !== 'running' || !isDue(request, progress)) return request.planWrite(changes);
    return request.plan('progress', { ...changes, progress, progressSentAt: request.now });
  }

  /** A 429 pauses all requests to the provider. */
  private planFailure({ pauses }: Batch, request: LockedRequest, { failure, retryAfterMs = 0 }: Failed): RowChange {
    const { pollFailures, provider } = request.row;
    const retryMs = backoff(pollFailures, PROVIDER_RETRY);
    if (failure.code === 'http_429') {
      pauses.set(provider, Math.max(pauses.get(provider) ?? 0, retryAfterMs || retryMs));
    }
    const changes = { ...scheduleNext(request, Math.max(retryAfterMs, retryMs)), pollFailures: pollFailures + 1 };
    if (pollFailures > 0) return request.planWrite(changes);
    return request.plan('provider not readable', changes, { isSilent: true, details: { ...failure } });
  }

  /** The task succeeded, so its slot is released while the worker copies the output under the same lease. */
  private planCollecting(request: LockedRequest): RowChange {
    const { state } = request.row;
    const leaseExpiresAt = request.in(this.config.limits.leaseMs);
    if (state === 'collecting') return request.planWrite({ leaseExpiresAt });
    const { to } = stepShare(request.row, PROGRESS.running, PROGRESS.collecting);
    const progress = Math.max(request.row.progress, to);
    const { now } = request;
    const changes = { state: 'collecting', leaseExpiresAt, collectingAt: now, nextPollAt: now, progress } as const;
    return request.plan('collecting', changes);
  }

  /** Past the deadline and past the longest time that the provider runs a task, plus a grace period. */
  private isAbandoned(request: LockedRequest, { kind }: PollResult): boolean {
    const { state, submittedAt, deadlineAt } = request.row;
    if (kind === 'succeeded' || (kind === 'running' && state !== 'running')) return false;
    const { providerMaximumMs, giveUpMs } = this.config.limits;
    const end = new Date((submittedAt?.getTime() ?? 0) + providerMaximumMs + giveUpMs);
    return request.hasPassed(deadlineAt) && request.hasPassed(end);
  }

  private giveUp({ requestId, lease }: PollReport): Promise<void> {
    return this.locks.withRequest(requestId, async (request) => {
      if (request.row.lease !== lease || !isTracked(request)) return;
      const message = 'The provider did not report the end of the task';
      const failure = { kind: 'timeout', code: 'deadline', message } as const;
      await this.settlement.settle(request, { state: 'failed', failure, isAbandoned: true });
    });
  }
}

type Failed = Extract<PollResult, { kind: 'failed' }>;

function isTracked({ row }: LockedRequest): boolean {
  return (TRACKED as readonly RequestState[]).includes(row.state);
}

/** Releases the lease until the next poll, which is immediate if a promotion was requested meanwhile. */
function scheduleNext(request: LockedRequest, delayMs: number) {
  const nextPollAt = request.row.promoteRequested ? request.now : request.in(delayMs);
  return { leaseExpiresAt: null, promoteRequested: false, nextPollAt };
}

function nextPollMs(requests: LockedRequest[]): number | null {
  const released = requests.filter((request) => isTracked(request) && request.row.leaseExpiresAt === null);
  return released.length > 0 ? Math.min(...released.map((request) => request.until(request.row.nextPollAt))) : null;
}

function isDue({ row, now }: LockedRequest, progress: number): boolean {
  if (progress <= row.progress) return false;
  const isPauseOver = !row.progressSentAt || now.getTime() - row.progressSentAt.getTime() >= PROGRESS_INTERVAL_MS;
  return isPauseOver || progress - row.progress >= PROGRESS_STEP;
}

/** Maps a provider's 0–100 to the range between `running` and `ceiling`. */
function visibleProgress(row: RequestEntity, reported: number | null): number {
  const share = Math.min(Math.max(reported ?? 0, 0), 100) / 100;
  const { from, to } = stepShare(row, PROGRESS.running, PROGRESS.ceiling);
  return from + Math.floor(share * (to - from));
}
