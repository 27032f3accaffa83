import type { DisputeRow } from '@luit/contracts/billing/disputes';
import { billingCalls } from '@luit/contracts/billing/messages';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { OnCall } from '@luit/platform/calls/on-call';

export type DisputeFilter = RequestOf<typeof billingCalls.listDisputes>;

export interface DisputePage extends CappedCount {
  items: DisputeRow[];
  nextCursor: string | null;
}

/** Ids of clawbacks are UUIDv7. Without a deadline an open dispute comes last. */
const NEWEST = { by: 'd.clawback_id DESC', after: 'd.clawback_id < $' };
const BY_DEADLINE = {
  by: `coalesce(d.respond_by, 'infinity'), d.clawback_id`,
  after: `(coalesce(d.respond_by, 'infinity'), d.clawback_id) >
    (SELECT coalesce(respond_by, 'infinity'), clawback_id FROM disputes WHERE clawback_id = $)`,
};

/** The owed credits of a won dispute were forgiven or returned. */
const SELECT = `
  SELECT d.id, d.clawback_id AS "clawbackId", d.state, d.phase, d.reason, d.amount_paise::float8 AS "amountPaise", d.payment_id AS "paymentId",
         coalesce(c.taken, 0)::float8 AS "creditsTaken",
         CASE WHEN c.reversed_at IS NULL THEN coalesce(c.debt, 0) ELSE 0 END::float8 AS "creditsOwed", c.reversed_at AS "reversedAt",
         d.respond_by AS "respondBy", d.created_at AS "createdAt", d.settled_at AS "settledAt",
         o.id AS "orderId", o.pack_name AS "orderName", CASE o.kind WHEN 'pack' THEN o.user_id ELSE o.buyer_id END AS user_id
    FROM disputes d JOIN payments p ON p.id = d.payment_id JOIN orders o ON o.id = p.order_id
    LEFT JOIN clawbacks c ON c.id = d.clawback_id`;

type StoredDispute = WithDates<DisputeRow, 'reversedAt' | 'respondBy' | 'createdAt' | 'settledAt'>;

/** Lists disputed payments for operators. */
@Injectable()
export class DisputesService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(billingCalls.listDisputes)
  async list({ limit, cursor, state, words }: DisputeFilter): Promise<DisputePage> {
    const { by, after } = state === 'open' ? BY_DEADLINE : NEWEST;
    const filter = () => {
      const conditions = new Conditions();
      if (state) conditions.add('d.state = $', state);
      if (words !== undefined) {
        conditions.add(
          `d.id = ANY (ARRAY(SELECT id FROM disputes WHERE id = $ UNION SELECT id FROM disputes WHERE payment_id = $))`,
          words,
          words,
        );
      }
      return conditions;
    };
    const [all, page] = [filter(), filter()];
    if (cursor) page.add(after, cursor);
    const [rows, counted] = await Promise.all([
      this.database.query<StoredDispute[]>(
        `${UNPREPARED}${SELECT} WHERE ${page.sql} ORDER BY ${by} LIMIT ${limit + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM disputes d WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, limit).map(withIsoTimes);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.clawbackId ?? null) : null, ...counted };
  }
}
