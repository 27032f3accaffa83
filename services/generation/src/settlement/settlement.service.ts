import { generationEvents } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { outboxEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { AsyncResource } from 'node:async_hooks';
import type { EntityManager } from 'typeorm';
import type { LockedRequest } from '../request-state/locked-request';
import type { RowChange } from '../request-state/request-changes';
import { RequestLocks } from '../request-state/request-locks';
import { requestsSettled } from '../request-state/request-metrics';
import { PROGRESS, returnReason } from '../request-state/request-record';
import { RequestEntity } from '../request-state/request.entity';
import { RunTimes } from '../estimates/run-times';
import { ProviderTasks } from '../provider-tasks/provider-tasks';
import { LateResultsService } from './late-results.service';

type Output = Omit<Extract<JobOutcome, { kind: 'succeeded' }>, 'kind'>;

/** The terminal outcome of a job. */
export type Outcome =
  | { state: 'succeeded'; output: Output }
  /** `isAbandoned`: the provider never reported that its task ended. */
  | { state: 'failed'; failure: ProviderFailure; isAbandoned?: boolean }
  | { state: 'canceled' };

/** A job, locked in the current transaction, that ends. */
export interface SettledJob {
  request: LockedRequest;
  outcome: Outcome;
  /** Where the outcome was reported, if that is not the current call. */
  context?: AsyncResource;
}

/** Writes final states, sequences and events of jobs in one transaction. Billing settles the hold on the event. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly tasks: ProviderTasks,
    private readonly lateResults: LateResultsService,
    private readonly runTimes: RunTimes,
    private readonly locks: RequestLocks,
  ) {}

  /** For a job that no provider took in time. */
  async failOverdue(request: LockedRequest, code: string, options: { isAbandoned?: boolean } = {}): Promise<void> {
    const message = 'The provider did not accept the job in time';
    await this.settle(request, { state: 'failed', failure: { kind: 'timeout', code, message }, ...options });
  }

  async settle(request: LockedRequest, outcome: Outcome): Promise<void> {
    await this.settleAll(request.manager, [{ request, outcome }]);
  }

  /** Settles several jobs with as many statements as one. */
  async settleAll(manager: EntityManager, jobs: SettledJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const duplicated = await this.tasks.endAll(
      manager,
      jobs.map(({ request, outcome }) => ({ request, status: isAbandoned(outcome) ? 'abandoned' : 'ended' })),
    );
    const changes: RowChange[] = [];
    for (const job of jobs) {
      const plan = () => this.plan(job, duplicated.has(job.request.row.id));
      changes.push(await (job.context ? job.context.runInAsyncScope(plan) : plan()));
    }
    await this.locks.write(manager, changes);
  }

  private async plan({ request, outcome }: SettledJob, hasDuplicates: boolean): Promise<RowChange> {
    const { id, userId, payerId, type, credits } = request.row;
    const changes = changesOf(outcome, request.now);
    const ended = Object.assign(new RequestEntity(), request.row, changes);
    const lateResultsUntil = await this.lateResults.schedule(request, ended, hasDuplicates);
    const reason = outcome.state === 'succeeded' ? null : returnReason(ended);
    const completion = { ownerId: userId, type, completedAt: request.now.toISOString() };
    const settled = {
      requestId: id,
      userId: payerId ?? userId,
      outcome: outcome.state,
      credits,
      reason,
      completion: outcome.state === 'canceled' ? undefined : completion,
    };
    request.afterCommit(() => {
      requestsSettled.inc({ outcome: outcome.state, kind: ended.errorKind ?? 'none' });
      if (outcome.state === 'succeeded') this.runTimes.measuredFirst(ended);
    });
    return request.plan(
      outcome.state,
      { ...changes, lateResultsUntil },
      {
        details: outcome.state === 'failed' ? { ...outcome.failure } : undefined,
        events: [outboxEvent(generationEvents.requestSettled, settled)],
      },
    );
  }
}

function isAbandoned(outcome: Outcome): boolean {
  return outcome.state === 'failed' && outcome.isAbandoned === true;
}

type FinalChanges = Parameters<LockedRequest['change']>[1];

function changesOf(outcome: Outcome, now: Date): FinalChanges {
  const ended: FinalChanges = { state: outcome.state, completedAt: now, leaseExpiresAt: null, promoteRequested: false };
  if (outcome.state === 'succeeded') {
    const { outputKey, posterKey, contentType, bytes, durationSeconds } = outcome.output;
    const output = { outputKey, posterKey, contentType, outputBytes: bytes, outputSeconds: durationSeconds };
    // Billing captures the hold of a succeeded job for certain, so nobody waits for its confirmation.
    return { ...ended, ...output, progress: PROGRESS.completed, moneyState: 'captured' };
  }
  if (outcome.state === 'canceled') return { ...ended, progress: PROGRESS.failed };
  const { kind, code, message } = outcome.failure;
  return { ...ended, progress: PROGRESS.failed, errorKind: kind, errorCode: code, errorDetail: message };
}
