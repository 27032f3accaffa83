import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RequestLocks } from '../requests/request-locks';
import { HIDDEN, type RequestState } from '../requests/request-states';

/** Shows on a request what became of its credits; the ledger is billing's. */
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
      this.log.warn({ msg: 'Billing settled a hold of a request that is not known', holdId });
      return;
    }
    const { state } = request.row;
    // What succeeded may be given back later, by an operator.
    const isAsItEnded = state === 'succeeded' ? moneyState !== 'returned' : moneyState !== 'captured';
    if (!isAsItEnded) {
      this.log.error({ msg: 'The credits of a job went the wrong way', requestId: holdId, state, moneyState });
    }
    // Told in any order, `refunded` is the later one.
    if (request.row.moneyState === moneyState || request.row.moneyState === 'refunded') return;
    const isSilent = (HIDDEN as RequestState[]).includes(state);
    await request.change(`credits ${moneyState}`, { moneyState }, { isSilent });
  }
}
