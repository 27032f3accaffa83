import { generationEvents } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { LockedRequest } from '../request-state/locked-request';
import { requestsSettled } from '../request-state/request-metrics';
import { PROGRESS, returnReason } from '../request-state/request-record';
import { AT_PROVIDER, type RequestState } from '../request-state/request-states';
import { ProviderSlots } from '../dispatch/provider-slots';
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
    private readonly slots: ProviderSlots,
    private readonly lateResults: LateResultsService,
  ) {}

  async settle(request: LockedRequest, outcome: Outcome): Promise<void> {
    const hadSlot = (AT_PROVIDER as readonly RequestState[]).includes(request.row.state);
    await request.change(outcome.state, changesOf(outcome, request.now), {
      details: outcome.state === 'failed' ? { ...outcome.failure } : undefined,
    });
    await this.endTask(request, outcome);
    await this.lateResults.start(request);
    const { id, userId, payerId, credits, provider, errorKind } = request.row;
    await writeEvent(request.manager, generationEvents.requestSettled, {
      requestId: id,
      userId: payerId ?? userId,
      outcome: outcome.state,
      credits,
      reason: outcome.state === 'succeeded' ? null : returnReason(request.row),
    });
    request.afterCommit(() => {
      requestsSettled.inc({ outcome: outcome.state, kind: errorKind ?? 'none' });
      if (hadSlot) this.slots.released(provider, userId);
    });
  }

  private async endTask(request: LockedRequest, outcome: Outcome): Promise<void> {
    const status = outcome.state === 'failed' && outcome.isAbandoned ? 'abandoned' : 'ended';
    await request.manager.query(`UPDATE provider_tasks SET status = $2 WHERE request_id = $1 AND status = 'live'`, [
      request.row.id,
      status,
    ]);
  }
}

type FinalChanges = Parameters<LockedRequest['change']>[1];

function changesOf(outcome: Outcome, now: Date): FinalChanges {
  const ended: FinalChanges = { state: outcome.state, completedAt: now, leaseExpiresAt: null, promoteRequested: false };
  if (outcome.state === 'succeeded') {
    const { outputKey, posterKey, contentType, bytes, durationSeconds } = outcome.output;
    const output = { outputKey, posterKey, contentType, outputBytes: bytes, outputSeconds: durationSeconds };
    return { ...ended, ...output, progress: PROGRESS.completed };
  }
  if (outcome.state === 'canceled') return { ...ended, progress: PROGRESS.failed };
  const { kind, code, message } = outcome.failure;
  return { ...ended, progress: PROGRESS.failed, errorKind: kind, errorCode: code, errorDetail: message };
}
