import { billingEvents } from '@luit/contracts/billing/messages';
import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import { LuitError } from '@luit/contracts/errors';
import { correlation } from '@luit/platform/context';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { parseInput, id, idempotencyKey } from '../ledger/input';
import { toLedgerError } from '../ledger/ledger.errors';
import { notRefundable } from './refund.errors';
import { RefundSender, type RefundState } from './refund-sender';

/** Razorpay gives back no less. */
const MIN_PAISE = 100;
/** Above any payment there can be. */
const MAX_PAISE = 1_000_000_000_000;
/** How long after its purchase a person may give unused credits back. */
const WITHIN = '30 days';

export interface CardRefund {
  /** Razorpay's. */
  paymentId: string;
  amountPaise: number;
  reason: 'operator' | 'account_closed' | 'job_failed';
  /** Names the intent for ever: the same key and input answers the first refund again, another input is refused. */
  key: string;
}

const purchaseRefund = z.object({ userId: id, transactionId: z.string(), idempotencyKey });
const operatorRefund = z.object({
  adminId: id,
  transactionId: z.string(),
  amountPaise: z.int().min(MIN_PAISE).max(MAX_PAISE),
  idempotencyKey,
});

/** Gives money back to where it came from. */
@Injectable()
export class RefundsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sender: RefundSender,
  ) {}

  /**
   * Gives back so much of a payment, and takes what its lot still has of the credits that money bought. From here on it
   * stands: if Razorpay cannot be reached, a poller goes on.
   *
   * @throws LuitError `not_found`, `not_refundable`, `idempotency_conflict`
   */
  async refundPayment(refund: CardRefund): Promise<RefundReceipt & { state: RefundState }> {
    const requested = await this.requestRefund(refund, this.database.manager);
    return { ...requested, state: await this.sender.send(requested.refundId) };
  }

  /**
   * A creator's own: what the unused credits of a purchase cost.
   *
   * @throws LuitError `not_found`, also for somebody else's; `not_refundable`, `idempotency_conflict`
   */
  async refundPurchase(request: z.input<typeof purchaseRefund>): Promise<RefundReceipt> {
    const { userId, transactionId, idempotencyKey: key } = parseInput(purchaseRefund, request);
    const bought = await this.purchase(transactionId);
    if (bought?.userId !== userId) throw noSuchTransaction();
    const values = [`creator:${userId}:${key}`, bought.paymentId, null, 'unused_credits', WITHIN];
    return this.sent(await this.request(values, this.database.manager));
  }

  /**
   * An operator's: as much of a purchase as they say.
   *
   * @throws LuitError `not_found`, `not_refundable`, `idempotency_conflict`
   */
  async refundTransaction(request: z.input<typeof operatorRefund>): Promise<RefundReceipt> {
    const { adminId, transactionId, amountPaise, idempotencyKey: key } = parseInput(operatorRefund, request);
    const bought = await this.purchase(transactionId);
    if (!bought) throw noSuchTransaction();
    const requested = await this.database.transaction(async (manager) => {
      const values = [`operator:${adminId}:${key}`, bought.paymentId, amountPaise, 'operator', null];
      const refund = await this.request(values, manager);
      const { refundId } = refund;
      await writeEvent(manager, billingEvents.operatorRefunded, { refundId, adminId, transactionId, amountPaise });
      return refund;
    });
    return this.sent(requested);
  }

  private async sent(requested: RefundReceipt): Promise<RefundReceipt> {
    if ((await this.sender.send(requested.refundId)) === 'failed') throw notRefundable('refused');
    return requested;
  }

  /** Null where there is no such transaction; one that nobody paid for is not refundable. */
  private async purchase(transactionId: string): Promise<{ userId: string; paymentId: string } | null> {
    if (!id.safeParse(transactionId).success) return null;
    const [row] = await this.database.query<{ user_id: string; payment_id: string | null }[]>(
      `SELECT t.user_id, l.payment_id FROM transactions t
         LEFT JOIN lots l ON l.transfer_id = t.id AND l.user_id = t.user_id WHERE t.id = $1`,
      [transactionId],
    );
    if (!row) return null;
    if (row.payment_id === null) throw notRefundable('not_captured');
    return { userId: row.user_id, paymentId: row.payment_id };
  }

  /** The same inside a transaction of the caller's; the poller sends it once that is committed. */
  requestRefund({ key, paymentId, amountPaise, reason }: CardRefund, manager: EntityManager): Promise<RefundReceipt> {
    return this.request([`${reason}:${key}`, paymentId, amountPaise, reason, null], manager);
  }

  private async request(values: unknown[], manager: EntityManager): Promise<RefundReceipt> {
    try {
      const [row] = await manager.query<{ result: RefundReceipt }[]>(
        `SELECT request_refund($1, $2, $3, $4, $5, $6) AS result`,
        [...values, correlation()],
      );
      if (!row) throw new Error('request_refund answered nothing');
      return row.result;
    } catch (error) {
      throw toLedgerError(error);
    }
  }
}

function noSuchTransaction(): LuitError {
  return new LuitError('not_found', 'There is no such purchase');
}
