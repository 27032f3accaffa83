import { LuitError } from '@luit/contracts/errors';
import type { RequestRecord } from '@luit/contracts/generation/requests';
import { submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import { Injectable } from '@nestjs/common';
import { SettlementService } from '../jobs/settlement.service';
import { JobPromoter } from '../jobs/job-promoter';
import type { LockedRequest } from './locked-request';
import { RequestLocks, requestNotFound } from './request-locks';
import { HIDDEN, type RequestState } from './request-states';

@Injectable()
export class CancellationService {
  constructor(
    private readonly locks: RequestLocks,
    private readonly settlement: SettlementService,
    private readonly wakes: JobPromoter,
  ) {}

  /**
   * What waits is canceled and returned at once; what is at the provider is asked back and ends as the provider says.
   * Asking again changes nothing.
   *
   * @throws LuitError `not_found`, `cancel_not_possible` once the video is made or the request has ended otherwise
   */
  cancel({ userId, requestId }: { userId: string; requestId: string }): Promise<RequestRecord> {
    return this.locks.withRequest(requestId, async (request) => {
      const { row } = request;
      const isTheirs = row.userId === userId || row.payerId === userId;
      if (!isTheirs) throw requestNotFound();
      await this.end(request);
      return request.record();
    });
  }

  /** The same for an operator, of anybody's. */
  cancelAny(requestId: string): Promise<void> {
    return this.locks.withRequest(requestId, (request) => this.end(request));
  }

  /** Only what no provider has yet, so that it is returned at once. @throws LuitError `conflict`, `not_found` */
  cancelWaiting(requestId: string): Promise<void> {
    return this.locks.withRequest(requestId, async (request) => {
      const { state } = request.row;
      if (state === 'canceled') return;
      if (state !== 'pending') throw new LuitError('conflict', 'Its provider has it by now');
      await this.settlement.settle(request, { state: 'canceled' });
    });
  }

  private async end(request: LockedRequest): Promise<void> {
    const { state } = request.row;
    if ((HIDDEN as RequestState[]).includes(state)) throw requestNotFound();
    if (state === 'pending') await this.settlement.settle(request, { state: 'canceled' });
    else if (state !== 'canceled') await this.askBack(request);
  }

  private async askBack(request: LockedRequest): Promise<void> {
    const { id, state, cancelRequested } = request.row;
    if (state !== 'submitting' && state !== 'unknown' && state !== 'running') {
      throw new LuitError('cancel_not_possible', 'This request can no longer be canceled');
    }
    if (cancelRequested) return;
    await request.change('cancel requested', { cancelRequested: true, promoteRequested: true }, { isSilent: true });
    request.afterCommit(() => this.wakes.promoteRequested(state === 'running' ? trackJob : submitJob, id));
  }
}
