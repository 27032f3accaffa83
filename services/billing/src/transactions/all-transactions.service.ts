import type { TransactionSort } from '@luit/contracts/billing';
import { LuitError } from '@luit/contracts/errors';
import type {
  AdminPayment,
  AdminRefund,
  AdminTransactionDetails,
  AdminTransactionRow,
  Counted,
} from '@luit/contracts/http';
import { countRows } from '@luit/platform/database/count-rows';
import { BY_VALUES } from '@luit/platform/database/preparing-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { checked, id } from '../ledger/input';
import { REFUNDABLE_FOR, SELECT_TRANSACTIONS, toTransaction, type TransactionRow } from './transactions.service';

const MAX_PAGE = 200;

const everybody = z.object({
  limit: z.int().min(1).max(MAX_PAGE),
  cursor: id.optional(),
  type: z.enum(['purchase', 'usage', 'refund', 'adjustment', 'grant']).optional(),
  userId: id.optional(),
  words: z.string().trim().min(1).max(200).optional(),
  ofUsers: z.array(id).max(1_000).optional(),
  sort: z.enum(['created_at', '-created_at', 'amount', '-amount']).optional(),
});

export type Everybody = z.input<typeof everybody>;

export interface AdminPage extends Counted {
  items: Omit<AdminTransactionRow, 'user_email'>[];
  nextCursor: string | null;
}

/** Ids rise with time. A cursor is the id of the last row seen, so that rows that come in between shift nothing. */
const ORDERS: Record<TransactionSort, { by: string; after: string }> = {
  '-created_at': { by: 't.id DESC', after: 't.id < $2' },
  created_at: { by: 't.id', after: 't.id > $2' },
  '-amount': {
    by: 't.amount DESC, t.id DESC',
    after: '(t.amount, t.id) < (SELECT amount, id FROM transactions WHERE id = $2)',
  },
  amount: { by: 't.amount, t.id', after: '(t.amount, t.id) > (SELECT amount, id FROM transactions WHERE id = $2)' },
};

/** Words are looked for among this many of the newest, so that looking costs the same whatever there is; ids among all. */
const SEARCHED = 20_000;

/** Of words $5: what is theirs by whose it is ($6), by an id ($7, null where the words are none) or by its description. */
const FOUND = `
  SELECT id FROM transactions WHERE user_id = ANY ($6::uuid[])
  UNION ALL SELECT id FROM transactions WHERE id = $7::uuid OR id = (SELECT transfer_id FROM holds WHERE id = $7::uuid)
  UNION ALL SELECT id FROM transactions WHERE hold_id IS NULL AND reference_id IN (lower($5),
    (SELECT order_id::text FROM payments WHERE id = $5), (SELECT id::text FROM orders WHERE razorpay_order_id = $5))
  UNION ALL SELECT id FROM (SELECT id, description FROM transactions ORDER BY id DESC LIMIT ${SEARCHED}) AS newest
    WHERE strpos(lower(description), lower($5)) > 0`;

const MATCHES = `
  ($3::text IS NULL OR t.type = $3) AND ($4::uuid IS NULL OR t.user_id = $4)
  AND ($5::text IS NULL OR t.id IN (${FOUND}))`;

/** Everybody's transactions, as operators see them. */
@Injectable()
export class AllTransactions {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws LuitError `validation_failed` */
  async list(request: Everybody): Promise<AdminPage> {
    const { limit, cursor, type, userId, words, ofUsers = [], sort = '-created_at' } = checked(everybody, request);
    const filter = [type ?? null, userId ?? null, words ?? null, ofUsers, id.safeParse(words).data ?? null];
    const { by, after } = ORDERS[sort];
    const [rows, counted] = await Promise.all([
      this.database.query<TransactionRow[]>(
        `${BY_VALUES}${SELECT_TRANSACTIONS} WHERE ($2::uuid IS NULL OR ${after}) AND ${MATCHES} ORDER BY ${by} LIMIT $8`,
        [REFUNDABLE_FOR, cursor ?? null, ...filter, limit + 1],
      ),
      countRows(
        this.database,
        `SELECT FROM transactions t WHERE $1::text IS NULL AND $2::text IS NULL AND ${MATCHES} ORDER BY t.id DESC`,
        [null, null, ...filter],
      ),
    ]);
    const items = rows.slice(0, limit).map(toAdminRow);
    return {
      items,
      nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
      ...counted,
    };
  }

  /** With the payment it came from, or went back to. @throws LuitError `not_found` */
  async get({ transactionId }: { transactionId: string }): Promise<Omit<AdminTransactionDetails, 'user_email'>> {
    const [row] = id.safeParse(transactionId).success
      ? await this.database.query<TransactionRow[]>(`${SELECT_TRANSACTIONS} WHERE t.id = $2`, [
          REFUNDABLE_FOR,
          transactionId,
        ])
      : [];
    if (!row) throw new LuitError('not_found', 'There is no such transaction');
    return { ...toAdminRow(row), payment: row.order_id === null ? null : await this.payment(row.order_id) };
  }

  private async payment(orderId: string): Promise<AdminPayment | null> {
    const [payment] = await this.database.query<PaymentRow[]>(
      `SELECT p.id, p.order_id, o.razorpay_order_id, p.amount_paise, p.source,
              coalesce(refundable_paise(p.id), 0) AS refundable
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.order_id = $1 AND p.state = 'granted'`,
      [orderId],
    );
    if (!payment) return null;
    const refunds = await this.database.query<RefundRow[]>(
      `SELECT id, state, reason, amount_paise, credits, created_at, settled_at
         FROM refunds WHERE payment_id = $1 ORDER BY created_at, id`,
      [payment.id],
    );
    const { amount_paise, refundable, ...same } = payment;
    return {
      ...same,
      amountPaise: Number(amount_paise),
      refundablePaise: Number(refundable),
      refunds: refunds.map(toRefund),
    };
  }
}

type PaymentRow = Pick<AdminPayment, 'id' | 'order_id' | 'razorpay_order_id' | 'source'> & {
  amount_paise: string;
  refundable: string;
};

type RefundRow = Pick<AdminRefund, 'id' | 'state' | 'reason'> & {
  amount_paise: string;
  credits: string;
  created_at: Date;
  settled_at: Date | null;
};

function toRefund({ amount_paise, credits, created_at, settled_at, ...same }: RefundRow): AdminRefund {
  return {
    ...same,
    amountPaise: Number(amount_paise),
    credits: Number(credits),
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  };
}

function toAdminRow(row: TransactionRow): Omit<AdminTransactionRow, 'user_email'> {
  return { ...toTransaction(row), order_id: row.order_id };
}
