import { billingCalls } from '@luit/contracts/billing/messages';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

type Shown =
  | 'id'
  | 'user_id'
  | 'type'
  | 'amount'
  | 'description'
  | 'status'
  | 'created_at'
  | 'reference_id'
  | 'balance_after';

/** A row of `SELECT_TRANSACTIONS`. */
export interface TransactionRow extends WithDates<Pick<CreditTransaction, Shown>, 'created_at'> {
  order_id: string | null;
  razorpayOrderId: string | null;
  amountPaise: number | null;
  unusedCredits: number | null;
  unusedPaise: number | null;
  refundableUntil: Date | null;
  refundedCredits: number | null;
  refundedPaise: number | null;
  isRefunding: boolean | null;
  /** For a purchase, of any of its refunds. */
  isDelayed: boolean | null;
  hasCreditNote: boolean | null;
  document: 'invoice' | 'receipt' | null;
  isRedemption: boolean;
}

/** How long unused credits can be refunded, as in `RefundsService`. */
export const REFUNDABLE_FOR = '30 days';
/** Razorpay's minimum. */
const MIN_REFUND_PAISE = 100;

/** SQL: Razorpay has not accepted the refund in time, and operators know. */
const isDelayed = (refund: string): string =>
  `EXISTS (SELECT FROM overdue_refunds late WHERE late.id = ${refund} AND NOT late.is_accepted)`;
const STATUS = `
  CASE coalesce(h.state, r.state) WHEN 'held' THEN 'pending' WHEN 'released' THEN 'reversed'
  WHEN 'requested' THEN 'pending' WHEN 'failed' THEN 'reversed' ELSE 'completed' END`;

/** $1 is `REFUNDABLE_FOR`. */
export const SELECT_TRANSACTIONS = `
  SELECT t.id, t.user_id, t.type, t.amount::float8, t.description, ${STATUS} AS status, t.created_at, t.reference_id, t.balance_after::float8,
  p.order_id, o.razorpay_order_id AS "razorpayOrderId", t.amount_paise::float8 AS "amountPaise",
  l.remaining::float8 AS "unusedCredits", l.created_at + $1::interval AS "refundableUntil",
  CASE WHEN l.remaining > 0 AND l.created_at >= now() - $1::interval THEN unused_paise(l.payment_id) END::float8 AS "unusedPaise",
  coalesce(r.state, external.state) = 'processed' AS "hasCreditNote",
  back.credits::float8 AS "refundedCredits", back.paise::float8 AS "refundedPaise", back.is_pending AS "isRefunding",
  coalesce(back.is_delayed, r.state = 'requested' AND ${isDelayed('r.id')}) AS "isDelayed",
  CASE t.type WHEN 'purchase' THEN (SELECT i.kind FROM invoices i WHERE i.id = p.invoice_id) END AS document,
  t.type = 'grant' AND EXISTS (SELECT FROM promo_code_redemptions WHERE transfer_id = t.id) AS "isRedemption"
  FROM transactions t
  LEFT JOIN holds h ON h.id = t.hold_id
  LEFT JOIN refunds r ON r.transfer_id = t.id
  LEFT JOIN lots l ON t.type = 'purchase' AND l.transfer_id = t.id AND l.user_id = t.user_id
  LEFT JOIN clawbacks c ON c.transfer_id = t.id
  LEFT JOIN refunds external ON external.id = c.id
  LEFT JOIN payments p ON p.id = coalesce(l.payment_id, r.payment_id, c.payment_id)
  LEFT JOIN orders o ON o.id = p.order_id
  LEFT JOIN LATERAL (SELECT sum(credits) AS credits, sum(amount_paise) AS paise, bool_or(state = 'requested') AS is_pending,
  bool_or(state = 'requested' AND ${isDelayed('refunds.id')}) AS is_delayed
  FROM refunds WHERE payment_id = l.payment_id AND state <> 'failed') back ON true`;

@Injectable()
export class TransactionsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Newest first. The status of a usage follows its hold: `pending` while held, `completed` once captured, `reversed` once
   * released. The status of a card refund follows the refund. A purchase includes its refundable and refunded amounts.
   */
  @OnCall(billingCalls.listTransactions)
  async list(
    request: RequestOf<typeof billingCalls.listTransactions>,
  ): Promise<{ transactions: CreditTransaction[]; total: number }> {
    const { userId, limit, offset } = request;
    const [rows, [count]] = await Promise.all([
      this.database.query<TransactionRow[]>(
        `${SELECT_TRANSACTIONS} WHERE t.user_id = $2 ORDER BY t.seq DESC LIMIT $3 OFFSET $4`,
        [REFUNDABLE_FOR, userId, limit, offset],
      ),
      this.database.query<{ total: string }[]>(`SELECT count(*) AS total FROM transactions WHERE user_id = $1`, [
        userId,
      ]),
    ]);
    return { transactions: rows.map(toTransaction), total: Number(count?.total ?? 0) };
  }

  /** @throws LuitError `validation_failed` */
  @OnCall(billingCalls.pageTransactions)
  async page({ userId, limit, after, ...filters }: RequestOf<typeof billingCalls.pageTransactions>): Promise<{
    transactions: CreditTransaction[];
    hasMore: boolean;
  }> {
    const seq = after === undefined ? null : await this.seqOf(userId, after);
    const rows = await this.database.query<TransactionRow[]>(
      `${SELECT_TRANSACTIONS}
        WHERE t.user_id = $2 AND ($3::bigint IS NULL OR t.seq < $3) AND ($5::text IS NULL OR t.type = $5)
          AND ($6::text IS NULL OR (${STATUS}) = $6) AND ($7::timestamptz IS NULL OR t.created_at >= $7)
          AND ($8::timestamptz IS NULL OR t.created_at < $8)
        ORDER BY t.seq DESC LIMIT $4`,
      [
        ...[REFUNDABLE_FOR, userId, seq, limit + 1],
        ...[filters.type, filters.status, filters.createdFrom, filters.createdUntil].map((value) => value ?? null),
      ],
    );
    return { transactions: rows.slice(0, limit).map(toTransaction), hasMore: rows.length > limit };
  }

  private async seqOf(userId: string, id: string): Promise<string> {
    const [row] = await this.database.query<{ seq: string }[]>(
      'SELECT seq FROM transactions WHERE id = $1 AND user_id = $2',
      [id, userId],
    );
    if (row) return row.seq;
    const text = 'This is not the id of a transaction of the account';
    throw new LuitError('validation_failed', text, { details: { after: text } });
  }
}

export function toTransaction(row: TransactionRow): CreditTransaction {
  const { id, user_id, type, amount, description, status, created_at, reference_id, balance_after } = withIsoTimes(row);
  return {
    ...{ id, user_id, type, amount, description, status, created_at, reference_id, balance_after },
    ...(row.amountPaise !== null && { amountPaise: row.amountPaise }),
    ...(row.razorpayOrderId !== null && { orderId: row.razorpayOrderId }),
    ...(row.document !== null && { document: row.document }),
    ...(row.hasCreditNote && { hasCreditNote: true }),
    ...(row.isRedemption && { isRedemption: true }),
    ...(row.type === 'refund' && row.isDelayed && { isDelayed: true }),
    ...refundOf(row),
  };
}

function refundOf(row: TransactionRow): Pick<CreditTransaction, 'refundable' | 'refunded'> {
  const amountPaise = row.unusedPaise ?? 0;
  const until = row.refundableUntil?.toISOString();
  const isRefundable = until !== undefined && amountPaise >= MIN_REFUND_PAISE;
  const pending = row.isDelayed ? ('delayed' as const) : ('pending' as const);
  const status = row.isRefunding ? pending : ('completed' as const);
  return {
    ...(isRefundable && { refundable: { credits: row.unusedCredits ?? 0, amountPaise, until } }),
    ...(row.refundedPaise !== null && {
      refunded: { credits: row.refundedCredits ?? 0, amountPaise: row.refundedPaise, status },
    }),
  };
}
