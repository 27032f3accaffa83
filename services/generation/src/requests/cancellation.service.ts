import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable } from '@nestjs/common';
import { SettlementService } from '../settlement/settlement.service';
import type { LockedRequest } from '../request-state/locked-request';
import { RequestLocks, requestNotFound } from '../request-state/request-locks';
import { HIDDEN, type RequestState } from '../request-rows/request-states';
import { PollWakeUps } from '../provider-tasks/poll-wake-ups';

@Injectable()
export class CancellationService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly settlement: SettlementService,
    private readonly wakeUps: PollWakeUps,
  ) {}

  /**
   * Cancels a queued job and returns its credits immediately. For a submitted job it requests a cancel, and the provider's
   * answer decides the outcome. Idempotent.
   *
   * @throws LuitError `not_found`, `cancel_not_possible` once the output is ready or the job has finished otherwise
   */
  @OnCall(generationCalls.cancelRequest)
  cancel({ userId, requestId }: RequestOf<typeof generationCalls.cancelRequest>): Promise<RequestRecord> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      const isAllowed = row.userId === userId || row.payerId === userId;
      if (!isAllowed) throw requestNotFound();
      await this.cancelLocked(request);
      return request.record();
    });
  }

  /** The same for operators, who can cancel anyone's request. */
  cancelAny(requestId: string): Promise<void> {
    return this.locks.withRequest(requestId, (request) => this.cancelLocked(request));
  }

  /** Cancels a queued job only, so that its credits return immediately. @throws LuitError `conflict`, `not_found` */
  cancelWaiting(requestId: string): Promise<void> {
    return this.locks.withRequest(requestId, async (request) => {
      const { state } = request.row;
      if (state === 'canceled') return;
      if (state !== 'pending') throw new LuitError('conflict', 'The job was already submitted to its provider');
      await this.settlement.settle(request, { state: 'canceled' });
    });
  }

  private async cancelLocked(request: LockedRequest): Promise<void> {
    const { state } = request.row;
    if ((HIDDEN as RequestState[]).includes(state)) throw requestNotFound();
    if (state === 'pending') await this.settlement.settle(request, { state: 'canceled' });
    else if (state !== 'canceled') await this.requestCancel(request);
  }

  private async requestCancel(request: LockedRequest): Promise<void> {
    const { state, cancelRequested } = request.row;
    if (state !== 'submitting' && state !== 'unknown' && state !== 'running') {
      throw new LuitError('cancel_not_possible', 'This request can no longer be canceled');
    }
    if (cancelRequested) return;
    const isTracked = state === 'running';
    const due = isTracked ? { nextPollAt: request.now } : { nextAttemptAt: request.now };
    await request.change(
      'cancel requested',
      { cancelRequested: true, promoteRequested: true, ...due },
      { isSilent: true },
    );
    request.afterCommit(() => (isTracked ? this.wakeUps.send() : request.signals.jobWaiting()));
  }
}
