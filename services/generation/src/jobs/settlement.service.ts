import { generationEvents } from '@luit/contracts/generation/messages';
import type { ProviderFailure } from '@luit/contracts/generation/provider-tasks';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { LockedRequest } from '../requests/locked-request';
import { requestsSettled } from '../requests/request-metrics';
import { PROGRESS, returnReason } from '../requests/request-record';
import { AT_PROVIDER, type RequestState } from '../requests/request-states';
import { ProviderSlots } from './provider-slots';
import { LateResultsService } from './late-results.service';

type Output = Omit<Extract<JobOutcome, { kind: 'succeeded' }>, 'kind'>;

export type End =
  | { state: 'succeeded'; output: Output }
  /** `isAbandoned`: the provider never said that its task has ended. */
  | { state: 'failed'; failure: ProviderFailure; isAbandoned?: boolean }
  | { state: 'canceled' };

/** The end of a job: final state, sequence and both events in one transaction. Billing settles the hold by the event. */
@Injectable()
export class SettlementService {
  constructor(
    private readonly slots: ProviderSlots,
    private readonly watching: LateResultsService,
  ) {}

  async settle(request: LockedRequest, end: End): Promise<void> {
    const hadPlace = (AT_PROVIDER as readonly RequestState[]).includes(request.row.state);
    await request.change(end.state, changesOf(end, request.now), {
      details: end.state === 'failed' ? { ...end.failure } : undefined,
    });
    await this.endTask(request, end);
    await this.watching.begin(request);
    const { id, userId, payerId, credits, provider, errorKind } = request.row;
    await writeEvent(request.manager, generationEvents.requestSettled, {
      requestId: id,
      userId: payerId ?? userId,
      outcome: end.state,
      credits,
      reason: end.state === 'succeeded' ? null : returnReason(request.row),
    });
    request.afterCommit(() => {
      requestsSettled.inc({ outcome: end.state, kind: errorKind ?? 'none' });
      if (hadPlace) this.slots.freed(provider, userId);
    });
  }

  private async endTask(request: LockedRequest, end: End): Promise<void> {
    const status = end.state === 'failed' && end.isAbandoned ? 'abandoned' : 'ended';
    await request.manager.query(`UPDATE provider_tasks SET status = $2 WHERE request_id = $1 AND status = 'live'`, [
      request.row.id,
      status,
    ]);
  }
}

type EndChanges = Parameters<LockedRequest['change']>[1];

function changesOf(end: End, now: Date): EndChanges {
  const ended: EndChanges = { state: end.state, completedAt: now, leaseExpiresAt: null, promoteRequested: false };
  if (end.state === 'succeeded') {
    const { outputKey, posterKey, contentType, bytes, durationSeconds } = end.output;
    const output = { outputKey, posterKey, contentType, outputBytes: bytes, outputSeconds: durationSeconds };
    return { ...ended, ...output, progress: PROGRESS.completed };
  }
  if (end.state === 'canceled') return { ...ended, progress: PROGRESS.failed };
  const { kind, code, message } = end.failure;
  return { ...ended, progress: PROGRESS.failed, errorKind: kind, errorCode: code, errorDetail: message };
}
