import { billingCalls } from '@luit/contracts/billing/messages';
import type { RefundAttempts, RefundReceipt } from '@luit/contracts/billing/refunds';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { withIsoTimes } from '@luit/platform/database/iso-times';
import { correlation } from '@luit/platform/tracing/correlation';
import { isUuid } from '@luit/platform/database/is-uuid';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UnapprovedAmountsService } from '../unapproved-amounts/unapproved-amounts.service';
import { publishOperatorAction } from '../operators/operator-actions';
import { type AttemptsRow, ATTEMPT_COLUMNS } from './refund-attempts';
import { BETWEEN_ATTEMPTS, RefundSender } from './refund-sender';
import { RefundsService } from './refunds.service';

/** Operators' actions on owed refunds: retry a refund, pay it another way, and refund a payment that does not match its order. */
@Injectable()
export class OperatorRefundsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sender: RefundSender,
    private readonly refunds: RefundsService,
    private readonly unapproved: UnapprovedAmountsService,
  ) {}

  /** @throws LuitError `not_found`, also for a refund that was initiated at Razorpay */
  @OnCall(billingCalls.retryRefund)
  async retry({ adminId, refundId }: RequestOf<typeof billingCalls.retryRefund>): Promise<RefundAttempts> {
    if (!isUuid(refundId)) throw refundNotFound();
    await this.database.transaction(async (manager) => {
      const [advanced] = await manager.query<[unknown[], number]>(
        `UPDATE refunds SET next_attempt_at = greatest(now(), coalesce(attempted_at + interval '${BETWEEN_ATTEMPTS}', now()))
          WHERE id = $1 AND body IS NOT NULL
            AND next_attempt_at > greatest(now(), coalesce(attempted_at + interval '${BETWEEN_ATTEMPTS}', now()))
          RETURNING id`,
        [refundId],
      );
      if (advanced.length > 0) {
        await publishOperatorAction(manager, { adminId, action: 'refund_retried', subject: refundId, details: {} });
      }
    });
    const [known] = await this.database.query<unknown[]>(`SELECT FROM refunds WHERE id = $1 AND body IS NOT NULL`, [
      refundId,
    ]);
    if (!known) throw refundNotFound();
    await this.sender.send(refundId);
    return this.attemptsOf(refundId);
  }

  /**
   * Closes a refund that can never go through Razorpay, for example because the card was closed, and that the operator paid in
   * another way.
   *
   * @throws LuitError `not_found`; `conflict` if it is settled or Razorpay has accepted it; `unavailable` while an attempt may run;
   *   `approval_required` without `approvedBy`
   */
  @OnCall(billingCalls.recordRefundPaid)
  async recordPaid(request: RequestOf<typeof billingCalls.recordRefundPaid>): Promise<RefundAttempts> {
    const { adminId, refundId, reference, reason, approvedBy } = request;
    const owed = await this.findOwed(refundId);
    if (owed.reference === reference) return this.attemptsOf(refundId);
    if (!owed.canBePaid || (await this.sender.existsAtRazorpay(refundId))) throw paidAlready();
    await this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ paid: { reference: string | null } }[]>(
        `SELECT pay_refund_otherwise($1, $2, $3) AS paid`,
        [refundId, reference, correlation()],
      );
      if (row?.paid.reference !== reference) throw paidAlready();
      const amounts = [{ userId: owed.userId, amount: Number(owed.amountPaise) }];
      if (approvedBy === undefined)
        await this.unapproved.count(manager, { adminId, unit: 'paise', reference: `paid:${refundId}`, amounts });
      await publishOperatorAction(manager, {
        ...{ adminId, action: 'refund_paid_otherwise', subject: refundId },
        details: { reference, reason, amountPaise: owed.amountPaise, ...(approvedBy && { approvedBy }) },
      });
    });
    return this.attemptsOf(refundId);
  }

  /** `reference`: how it was paid outside Razorpay already. */
  private async findOwed(refundId: string): Promise<OwedRefund> {
    const [row] = await this.database.query<OwedRefund[]>(
      `SELECT user_id AS "userId", amount_paise AS "amountPaise", paid_reference AS reference,
              state = 'requested' AND razorpay_refund_id IS NULL AND body IS NOT NULL AS "canBePaid"
         FROM refunds WHERE id = $1`,
      [isUuid(refundId) ? refundId : null],
    );
    if (!row) throw refundNotFound();
    return row;
  }

  private async attemptsOf(refundId: string): Promise<RefundAttempts> {
    const [row] = await this.database.query<AttemptsRow[]>(`SELECT ${ATTEMPT_COLUMNS} FROM refunds r WHERE r.id = $1`, [
      refundId,
    ]);
    if (!row) throw refundNotFound();
    return withIsoTimes(row);
  }

  /** @throws LuitError `not_found`, `not_refundable`; `approval_required` without `approvedBy` */
  @OnCall(billingCalls.refundUnmatched)
  async refundUnmatched(request: RequestOf<typeof billingCalls.refundUnmatched>): Promise<RefundReceipt> {
    const { adminId, paymentId, reason, approvedBy } = request;
    const refund = await this.database.transaction(async (manager) => {
      const payment = await this.lockUnmatched(paymentId, manager);
      if (payment.earlier) return payment.earlier;
      const { userId, amountPaise } = payment;
      const key = `unmatched:${paymentId}:${amountPaise}`;
      const requested = await this.refunds.requestRefund({ key, paymentId, amountPaise, reason: 'operator' }, manager);
      const amounts = [{ userId, amount: amountPaise }];
      if (approvedBy === undefined)
        await this.unapproved.count(manager, { adminId, unit: 'paise', reference: requested.refundId, amounts });
      const action = { adminId, action: 'unmatched_payment_refunded', subject: paymentId } as const;
      await publishOperatorAction(manager, {
        ...action,
        details: { reason, amountPaise: String(amountPaise), ...(approvedBy && { approvedBy }) },
      });
      return requested;
    });
    await this.sender.send(refund.refundId);
    return refund;
  }

  /** With the account locked, so that concurrent requests make one refund. `earlier`: nothing is left. */
  private async lockUnmatched(paymentId: string, manager: EntityManager): Promise<UnmatchedPayment> {
    await manager.query(
      `SELECT lock_account(o.user_id) FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = $1`,
      [paymentId],
    );
    const [row] = await manager.query<UnmatchedPayment[]>(
      `SELECT o.user_id AS "userId", refundable_paise(p.id)::float8 AS "amountPaise",
              (SELECT jsonb_build_object('refundId', r.id, 'amountPaise', r.amount_paise, 'credits', r.credits) FROM refunds r
                WHERE r.payment_id = p.id AND r.state <> 'failed' AND refundable_paise(p.id) = 0 ORDER BY r.id DESC LIMIT 1) AS earlier
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = $1 AND p.state = 'mismatch'`,
      [paymentId],
    );
    if (!row) throw new LuitError('not_found', 'No unmatched payment has this ID');
    return row;
  }
}

interface UnmatchedPayment {
  userId: string;
  amountPaise: number;
  earlier: RefundReceipt | null;
}

interface OwedRefund {
  userId: string;
  amountPaise: string;
  reference: string | null;
  canBePaid: boolean;
}

function paidAlready(): LuitError {
  return new LuitError('conflict', 'Nothing is left to pay: Razorpay has accepted this refund, or it is settled.');
}

function refundNotFound(): LuitError {
  return new LuitError('not_found', 'Refund not found');
}
