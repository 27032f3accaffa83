import { generationEvents } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { outboxEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { LockedRequest } from '../request-state/locked-request';
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

/** Writes a job's final state, sequence and events in one transaction. Billing settles the hold on the event. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly tasks: ProviderTasks,
    private readonly lateResults: LateResultsService,
    private readonly runTimes: RunTimes,
  ) {}

  /** For a job that no provider took in time. */
  async failOverdue(request: LockedRequest, code: string, options: { isAbandoned?: boolean } = {}): Promise<void> {
    const message = 'The provider did not accept the job in time';
    await this.settle(request, { state: 'failed', failure: { kind: 'timeout', code, message }, ...options });
  }

  async settle(request: LockedRequest, outcome: Outcome): Promise<void> {
    const { id, userId, payerId, type, credits } = request.row;
    const isAbandoned = outcome.state === 'failed' && outcome.isAbandoned === true;
    const hasDuplicates = await this.tasks.end(request, isAbandoned ? 'abandoned' : 'ended');
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
    await request.change(
      outcome.state,
      { ...changes, lateResultsUntil },
      {
        details: outcome.state === 'failed' ? { ...outcome.failure } : undefined,
        events: [outboxEvent(generationEvents.requestSettled, settled)],
      },
    );
    request.afterCommit(() => {
      requestsSettled.inc({ outcome: outcome.state, kind: ended.errorKind ?? 'none' });
      if (outcome.state === 'succeeded') this.runTimes.measuredFirst(ended);
    });
  }
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
