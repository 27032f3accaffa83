import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RequestLocks } from '../request-state/request-locks';
import { HIDDEN, type RequestState } from '../request-state/request-states';

/**
 * Copies the state of a request's credits from billing onto the request. Billing's ledger is authoritative. It confirms a
 * capture only to a request that an earlier release settled.
 */
@Injectable()
export class HoldsService {
  private readonly log = new Logger(HoldsService.name);

  constructor(private readonly locks: RequestLocks) {}

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
}
