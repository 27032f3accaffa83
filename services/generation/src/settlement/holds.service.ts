import { billingEvents } from '@luit/contracts/billing/messages';
import type { RefundProgress } from '@luit/contracts/billing/refunds';
import { OnEvent } from '@luit/platform/events/on-event';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RequestLocks } from '../request-state/request-locks';
import { HIDDEN, type RequestState } from '../request-rows/request-states';

/**
 * Copies the state of a request's credits from billing onto the request. Billing's ledger is authoritative.
 */
@Injectable()
export class HoldsService {
  private readonly log = new Logger(HoldsService.name);

  constructor(private readonly locks: RequestLocks) {}

  @OnEvent(billingEvents.holdSettled)
  async project(
    { holdId, state: moneyState }: { holdId: string; state: 'captured' | 'returned' | 'refunded' },
    manager: EntityManager,
  ): Promise<void> {
    const request = await this.locks.lock(manager, holdId);
    if (!request) {
      this.log.warn({ msg: 'Billing settled a hold of an unknown request', holdId });
      return;
    }
    const { state } = request.row;
    // An operator may refund a job that succeeded.
    const isConsistent = state === 'succeeded' ? moneyState !== 'returned' : moneyState !== 'captured';
    if (!isConsistent) {
      this.log.error({ msg: 'Credits and outcome of a job do not match', requestId: holdId, state, moneyState });
    }
    // Events may arrive in any order; `refunded` is always the later state.
    if (request.row.moneyState === moneyState || request.row.moneyState === 'refunded') return;
    // The owner saw the capture with the final state.
    const isSilent = moneyState === 'captured' || (HIDDEN as RequestState[]).includes(state);
    await request.change(`credits ${moneyState}`, { moneyState }, { isSilent });
  }

  /** Stores the progress of a directly paid video's refund. Events may arrive in any order; the most advanced one wins. */
  @OnEvent(billingEvents.refundProgressed)
  async projectRefund({ requestId, refundId, send, progress }: RefundProgress, manager: EntityManager): Promise<void> {
    if (requestId === null) return;
    const request = await this.locks.lock(manager, requestId);
    if (!request) return;
    const refund = { refundId, send, progress };
    if (request.row.refund && orderOf(request.row.refund) >= orderOf(refund)) return;
    const isSilent = (HIDDEN as RequestState[]).includes(request.row.state);
    await request.change(`refund ${progress}`, { refund }, { isSilent });
  }
}

/** Sorts like time: a later refund has a higher id, and each send is delayed before it is sent. */
function orderOf({ refundId, send, progress }: Pick<RefundProgress, 'refundId' | 'send' | 'progress'>): string {
  return `${refundId} ${String(send).padStart(10, '0')} ${progress}`;
}
