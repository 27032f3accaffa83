import { billingCalls } from '@luit/contracts/billing/messages';
import {
  type AdminPayment,
  type AdminRefund,
  type AdminTransactionDetails,
  type AdminTransactionRow,
  type TransactionSort,
  type TransactionType,
  transactionType,
} from '@luit/contracts/billing/transactions';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { searchText } from '@luit/contracts/messages/search-text';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { firstIdAt } from '@luit/platform/database/first-id-at';
import { isUuid } from '@luit/platform/database/is-uuid';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ATTEMPT_COLUMNS, type AttemptTime } from '../refunds/refund-attempts';
import { REFUNDABLE_FOR, SELECT_TRANSACTIONS, toTransaction, type TransactionRow } from './transactions.service';

export type TransactionFilter = RequestOf<typeof billingCalls.listAllTransactions>;

export interface AdminPage extends CappedCount {
  items: Omit<AdminTransactionRow, 'user_email'>[];
  nextCursor: string | null;
}

/** Ids are UUIDv7 and rise with time. The cursor is the id of the last row seen, so new rows do not shift pages. */
const ORDERS: Record<TransactionSort, { by: string; after: string }> = {
  '-created_at': { by: 't.id DESC', after: 't.id < $' },
  created_at: { by: 't.id', after: 't.id > $' },
  '-amount': {
    by: 't.amount DESC, t.id DESC',
    after: '(t.amount, t.id) < (SELECT amount, id FROM transactions WHERE id = $)',
  },
  amount: { by: 't.amount, t.id', after: '(t.amount, t.id) > (SELECT amount, id FROM transactions WHERE id = $)' },
};

/** A text search scans only this many of the newest descriptions, so its cost does not grow with the table. */
const SEARCHED_ROWS = 10_000;
/** How many of the newest transactions to list for each user that matches the search. */
const SEARCHED_ROWS_PER_USER = 1_000;

/** An array instead of a subquery: Postgres computes it once, and then looks up ids whatever row count it estimates. */
const MATCHING_IDS = `ARRAY(
  SELECT own.id FROM unnest($::uuid[]) AS of (user_id) CROSS JOIN LATERAL (
    SELECT id FROM transactions WHERE user_id = of.user_id ORDER BY seq DESC LIMIT ${SEARCHED_ROWS_PER_USER}) AS own
  UNION ALL SELECT id FROM transactions WHERE id = $::uuid
  UNION ALL SELECT transfer_id FROM holds WHERE id = $::uuid
  UNION ALL SELECT id FROM transactions WHERE hold_id IS NULL AND reference_id IN (lower($),
    (SELECT order_id::text FROM payments WHERE id = $), (SELECT id::text FROM orders WHERE razorpay_order_id = $))
  UNION ALL SELECT id FROM (SELECT id, description FROM transactions ORDER BY id DESC LIMIT ${SEARCHED_ROWS}) AS newest
    WHERE strpos(search_text(description), $) > 0)`;

type Filter = Pick<TransactionFilter, 'userId' | 'words' | 'ofUsers' | 'from' | 'to'>;

/** An id is made while its statement runs, `created_at` is the start of the transaction. */
const ID_TOLERANCE_MS = 3_600_000;

/** SQL conditions on `transactions t`. Transactions of a test account are listed only if the filter names that account's id. */
function toConditions({ userId, words, ofUsers = [], from, to }: Filter, type?: TransactionType): Conditions {
  const conditions = new Conditions();
  if (!userId) conditions.add('NOT is_test_account(t.user_id)');
  if (type) conditions.add('t.type = $', type);
  if (userId) conditions.add('t.user_id = $', userId);
  if (from) conditions.add('t.id >= $ AND t.created_at >= $', firstIdAt(from, -ID_TOLERANCE_MS), from);
  if (to) conditions.add('t.id < $ AND t.created_at < $', firstIdAt(to, ID_TOLERANCE_MS), to);
  if (words !== undefined) {
    const uuid = isUuid(words) ? words : null;
    conditions.add(`t.id = ANY (${MATCHING_IDS})`, ofUsers, uuid, uuid, words, words, words, searchText(words));
  }
  return conditions;
}

/** Lists the transactions of all users, for operators. */
@Injectable()
export class AdminTransactionsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @throws LuitError `validation_failed` */
  @OnCall(billingCalls.listAllTransactions)
  async list(request: TransactionFilter): Promise<AdminPage> {
    const { limit, cursor, type, sort = '-created_at', ...filter } = request;
    const { by, after } = ORDERS[sort];
    const all = toConditions(filter, type);
    const page = toConditions(filter, type);
    if (cursor) page.add(after, cursor);
    // The index is on (type, amount), so sorting all types by amount merges one index scan per type.
    const isMerged = sort.endsWith('amount') && type === undefined;
    const [ids, counted] = await Promise.all([
      isMerged ? this.mergedIds(page, by, limit + 1) : this.ids(page, by, limit + 1),
      countRows(this.database, `SELECT FROM transactions t WHERE ${all.sql}`, all.values),
    ]);
    const rows = await this.database.query<TransactionRow[]>(
      `${SELECT_TRANSACTIONS} WHERE t.id = ANY ($2::uuid[]) ORDER BY ${by}`,
      [REFUNDABLE_FOR, ids.slice(0, limit)],
    );
    const items = rows.map(toAdminRow);
    return { items, nextCursor: ids.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  private async ids({ sql, values }: Conditions, order: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}SELECT t.id FROM transactions t WHERE ${sql} ORDER BY ${order} LIMIT ${limit}`,
      values,
    );
    return rows.map(({ id }) => id);
  }

  /** Merges the first rows of each type. */
  private async mergedIds({ sql, values }: Conditions, order: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }[]>(
      `${UNPREPARED}SELECT t.id FROM unnest($${values.length + 1}::text[]) AS of (type) CROSS JOIN LATERAL (
         SELECT t.id, t.amount FROM transactions t WHERE t.type = of.type AND ${sql} ORDER BY ${order} LIMIT ${limit}) AS t
        ORDER BY ${order} LIMIT ${limit}`,
      [...values, transactionType.options],
    );
    return rows.map(({ id }) => id);
  }

  /** Includes the payment behind a purchase or a refund. @throws LuitError `not_found` */
  @OnCall(billingCalls.getTransaction)
  async get({
    transactionId,
  }: RequestOf<typeof billingCalls.getTransaction>): Promise<Omit<AdminTransactionDetails, 'user_email'>> {
    const [row] = isUuid(transactionId)
      ? await this.database.query<TransactionRow[]>(`${SELECT_TRANSACTIONS} WHERE t.id = $2`, [
          REFUNDABLE_FOR,
          transactionId,
        ])
      : [];
    if (!row) throw new LuitError('not_found', 'Transaction not found');
    return { ...toAdminRow(row), payment: row.order_id === null ? null : await this.payment(row.order_id) };
  }

  private async payment(orderId: string): Promise<AdminPayment | null> {
    const [payment] = await this.database.query<Omit<AdminPayment, 'refunds'>[]>(
      `SELECT p.id, p.order_id, o.razorpay_order_id, p.amount_paise AS "amountPaise", p.source,
              coalesce(refundable_paise(p.id), 0)::float8 AS "refundablePaise"
         FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.order_id = $1 AND p.state = 'granted'`,
      [orderId],
    );
    if (!payment) return null;
    const refunds = await this.database.query<WithDates<AdminRefund, AttemptTime | 'created_at' | 'settled_at'>[]>(
      `SELECT r.id, r.reason, r.amount_paise::float8 AS "amountPaise", r.credits::float8, r.created_at, r.settled_at, ${ATTEMPT_COLUMNS}
         FROM refunds r WHERE r.payment_id = $1 ORDER BY r.created_at, r.id`,
      [payment.id],
    );
    return { ...payment, refunds: refunds.map(withIsoTimes) };
  }
}

function toAdminRow(row: TransactionRow): Omit<AdminTransactionRow, 'user_email'> {
  return { ...toTransaction(row), order_id: row.order_id };
}
