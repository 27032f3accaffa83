import { billingCalls, billingEvents } from '@luit/contracts/billing/messages';
import type { RefundPreview, RefundReceipt } from '@luit/contracts/billing/refunds';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { correlation } from '@luit/platform/tracing/correlation';
import { isUuid } from '@luit/platform/database/is-uuid';
import { writeEvent } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { notRefundable, toLedgerError } from '../ledger/ledger.errors';
import type { Approved } from '../operators/operator-actions';
import { RefundSender, type RefundState } from './refund-sender';

/** How long after a purchase its buyer may refund unused credits. */
const REFUNDABLE_FOR = '30 days';

export interface CardRefund {
  /** Razorpay's. */
  paymentId: string;
  amountPaise: number;
  reason: 'operator' | 'account_closed' | 'job_failed';
  /** Idempotency key: the same key and input returns the first refund again, different input is rejected. */
  key: string;
}

/** Refunds payments to their original payment method. */
@Injectable()
export class RefundsService {
  private readonly log = new Logger(RefundsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sender: RefundSender,
    private readonly unapproved: UnapprovedAmountsService,
  ) {}

  /**
   * Refunds part or all of a payment and takes the credits that the amount bought, as far as its lot still has them. Once
   * stored, the refund will happen: if Razorpay cannot be reached, `RefundPoller` retries.
   *
   * @throws LuitError `not_found`, `not_refundable`, `idempotency_conflict`
   */
  async refundPayment(refund: CardRefund): Promise<RefundReceipt & { state: RefundState }> {
    const requested = await this.requestRefund(refund, this.database.manager);
    return { ...requested, state: await this.sender.send(requested.refundId) };
  }

  /**
   * Refunds the price of a purchase's unused credits, at its buyer's request.
   *
   * @throws LuitError `not_found`, also for purchases of other users; `not_refundable`, `idempotency_conflict`
   */
  @OnCall(billingCalls.refundPurchase)
  async refundPurchase(request: RequestOf<typeof billingCalls.refundPurchase>): Promise<RefundReceipt> {
    const { userId, transactionId, idempotencyKey: key } = request;
    const purchase = await this.findPurchase(transactionId);
    if (purchase?.userId !== userId) throw purchaseNotFound();
    const values = [`creator:${userId}:${key}`, purchase.paymentId, null, 'unused_credits', REFUNDABLE_FOR];
    return this.send(await this.request(values, this.database.manager));
  }

  /**
   * Refunds any amount of a purchase, at an operator's request.
   *
   * @throws LuitError `not_found`, `not_refundable`, `idempotency_conflict`, `approval_required` without `approvedBy`
   */
  @OnCall(billingCalls.refundTransaction)
  async refundTransaction(
    request: RequestOf<typeof billingCalls.refundTransaction> & Approved,
  ): Promise<RefundReceipt> {
    const { adminId, transactionId, amountPaise, reason, approvedBy, idempotencyKey: key } = request;
    const purchase = await this.findPurchase(transactionId);
    if (!purchase) throw purchaseNotFound();
    const requested = await this.database.transaction(async (manager) => {
      const values = [`operator:${adminId}:${key}`, purchase.paymentId, amountPaise, 'operator', null];
      const refund = await this.request(values, manager);
      const { refundId } = refund;
      if (!(await isOfThisTransaction(refundId, manager))) return refund;
      if (!approvedBy) {
        const amounts = [{ userId: purchase.userId, amount: amountPaise }];
        await this.unapproved.count(manager, { adminId, unit: 'paise', reference: refundId, amounts });
      }
      const event = { refundId, adminId, transactionId, amountPaise, reason, approvedBy, userId: purchase.userId };
      await writeEvent(manager, billingEvents.operatorRefunded, event);
      return refund;
    });
    return this.send(requested);
  }

  /**
   * The money that `refundTransaction` would refund now, and the credits that it would take. @throws LuitError `not_found`,
   * `not_refundable`
   */
  @OnCall(billingCalls.previewRefund)
  async preview({ transactionId, amountPaise }: RequestOf<typeof billingCalls.previewRefund>): Promise<RefundPreview> {
    const purchase = await this.findPurchase(transactionId);
    if (!purchase) throw purchaseNotFound();
    try {
      const [row] = await this.database.query<{ preview: RefundPreview }[]>(
        `SELECT preview_refund($1, $2) AS preview`,
        [purchase.paymentId, amountPaise],
      );
      if (!row?.preview) throw purchaseNotFound();
      return row.preview;
    } catch (error) {
      throw toLedgerError(error);
    }
  }

  private async send(requested: RefundReceipt): Promise<RefundReceipt> {
    if ((await this.sender.send(requested.refundId)) === 'failed') throw notRefundable('refused');
    const [delayed] = await this.database.query<unknown[]>(
      `SELECT FROM overdue_refunds WHERE id = $1 AND NOT is_accepted`,
      [requested.refundId],
    );
    return delayed ? { ...requested, isDelayed: true } : requested;
  }

  /** Null for unknown transactions. @throws LuitError `not_refundable` for transactions without a payment */
  private async findPurchase(transactionId: string): Promise<{ userId: string; paymentId: string } | null> {
    if (!isUuid(transactionId)) return null;
    const [row] = await this.database.query<{ user_id: string; payment_id: string | null }[]>(
      `SELECT t.user_id, l.payment_id FROM transactions t
         LEFT JOIN lots l ON l.transfer_id = t.id AND l.user_id = t.user_id WHERE t.id = $1`,
      [transactionId],
    );
    if (!row) return null;
    if (row.payment_id === null) throw notRefundable('not_captured');
    return { userId: row.user_id, paymentId: row.payment_id };
  }

  /** Like `refundPayment`, inside the caller's transaction. `RefundPoller` sends the refund after the commit. */
  requestRefund({ key, paymentId, amountPaise, reason }: CardRefund, manager: EntityManager): Promise<RefundReceipt> {
    return this.request([`${reason}:${key}`, paymentId, amountPaise, reason, null], manager);
  }

  private async request(values: unknown[], manager: EntityManager): Promise<RefundReceipt> {
    try {
      const [row] = await manager.query<{ result: RefundReceipt; orderId: string }[]>(
        `SELECT request_refund($1, $2, $3, $4, $5, $6) AS result,
                (SELECT order_id FROM payments WHERE id = $2) AS "orderId"`,
        [...values, correlation()],
      );
      if (!row) throw new Error('request_refund returned no row');
      const [, paymentId, , reason] = values;
      this.log.log({ msg: 'Refund requested', ...row.result, paymentId, orderId: row.orderId, reason });
      return row.result;
    } catch (error) {
      throw toLedgerError(error);
    }
  }
}

/** True if this transaction requested the refund. Otherwise an earlier one with the same key requested and published it. */
async function isOfThisTransaction(refundId: string, manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ isNew: boolean }[]>(
    `SELECT created_at = now() AS "isNew" FROM refunds WHERE id = $1`,
    [refundId],
  );
  return row?.isNew ?? false;
}

function purchaseNotFound(): LuitError {
  return new LuitError('not_found', 'Purchase not found');
}
