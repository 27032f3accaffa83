import { LuitError } from '@luit/contracts/errors';
import { billingCalls } from '@luit/contracts/billing/messages';
import { generationEvents } from '@luit/contracts/generation/messages';
import type { HoldState } from '@luit/contracts/billing/holds';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Batcher } from '@luit/platform/database/batcher';
import { type EventInfo, OnBatchedEvent } from '@luit/platform/events/on-event';
import { correlation } from '@luit/platform/tracing/correlation';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  BUSY,
  type HoldEnd,
  type HoldEndState,
  LedgerService,
  type NewHold,
  type Posting,
} from '../ledger/ledger.service';

export interface Settlement {
  requestId: string;
  userId: string;
  outcome: 'succeeded' | 'failed' | 'canceled' | 'rejected';
}

/** Descriptions of the returned credits in the statement. */
const RETURN_DESCRIPTIONS = {
  failed: 'Refund: generation failed',
  canceled: 'Refund: generation canceled',
  rejected: 'Refund: generation not started',
} as const;

@Injectable()
export class HoldsService {
  private readonly log = new Logger(HoldsService.name);
  /** Concurrent calls share a statement, so that holds of one user do not wait for each other's commits. */
  private readonly batcher = new Batcher<NewHold, Posting | typeof BUSY>(
    (holds) => this.ledger.placeHolds(holds, false),
    { dropsLateItems: true },
  );
  /** By user: holds that wait for a locked account have their own batch, so that no other user waits with them. */
  private readonly waiting = new Map<string, { batcher: Batcher<NewHold, Posting>; holds: number }>();
  /** Concurrent events share a statement. */
  private readonly ends = new Batcher<HoldEnd, HoldEndState | typeof BUSY>((ends) =>
    this.ledger.settleHolds(ends, false),
  );

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly ledger: LedgerService,
  ) {}

  /** @throws LuitError of `LedgerService.placeHolds`; `unavailable` if the call's deadline has passed */
  @OnCall(billingCalls.holdCredits)
  async place(request: RequestOf<typeof billingCalls.holdCredits>): Promise<Posting> {
    await this.ledger.grantTestCredits(request.userId);
    const hold = { ...request, correlation: correlation() };
    const posting = await this.placeInBatch(hold);
    const { holdId: requestId, userId, credits } = hold;
    this.log.log({ msg: 'Credits held', requestId, userId, credits, transactionId: posting.transactionId });
    return posting;
  }

  /** States by hold id. Unknown holds are left out. */
  @OnCall(billingCalls.getHolds)
  async statesOf(request: RequestOf<typeof billingCalls.getHolds>): Promise<{ states: Record<string, HoldState> }> {
    const { holdIds } = request;
    const rows = await this.database.query<{ id: string; state: HoldState }[]>(
      `SELECT id, state FROM holds WHERE id = ANY ($1::uuid[])`,
      [holdIds],
    );
    return { states: Object.fromEntries(rows.map(({ id: holdId, state }) => [holdId, state])) };
  }

  /**
   * Captures or releases the hold of a finished request, in one batch with other events where possible. A contradiction, such as a release
   * after a capture, throws, so that the event stays visible as failed.
   */
  @OnBatchedEvent(generationEvents.requestSettled)
  async settleOnce(settlement: Settlement, { id: eventId }: EventInfo): Promise<void> {
    const end = { ...endOf(settlement), eventId };
    const state = await this.ends.add(end);
    if (state === BUSY) await this.settleAlone(end, settlement);
    else this.logSettled(settlement, state);
  }

  /** The same without an event. Idempotent. */
  async settle(settlement: Settlement): Promise<void> {
    await this.settleAlone(endOf(settlement), settlement);
  }

  private async settleAlone(end: HoldEnd, settlement: Settlement): Promise<void> {
    const [state] = await this.ledger.settleHolds([end], true);
    if (state instanceof LuitError) throw state;
    if (state) this.logSettled(settlement, state);
  }

  private logSettled({ requestId, userId, outcome }: Settlement, state: HoldEndState): void {
    if (state === 'handled') return;
    const msg = state === 'captured' ? 'Credits captured' : 'Credits returned';
    this.log.log({ msg, requestId, userId, outcome });
  }

  private async placeInBatch(hold: NewHold): Promise<Posting> {
    const first = this.waiting.has(hold.userId) ? BUSY : await this.batcher.add(hold);
    return first === BUSY ? this.placeOnceUnlocked(hold) : first;
  }

  private async placeOnceUnlocked(hold: NewHold): Promise<Posting> {
    const { userId } = hold;
    const newBatcher = () =>
      new Batcher<NewHold, Posting>((holds) => this.ledger.placeHolds(holds, true), { dropsLateItems: true });
    const waiting = this.waiting.get(userId) ?? { batcher: newBatcher(), holds: 0 };
    this.waiting.set(userId, waiting);
    waiting.holds += 1;
    try {
      return await waiting.batcher.add(hold);
    } finally {
      waiting.holds -= 1;
      if (waiting.holds === 0) this.waiting.delete(userId);
    }
  }
}

function endOf({ requestId: holdId, userId, outcome }: Settlement): HoldEnd {
  const returnedAs = outcome === 'succeeded' ? null : RETURN_DESCRIPTIONS[outcome];
  return { holdId, userId, returnedAs, correlation: correlation() };
}
