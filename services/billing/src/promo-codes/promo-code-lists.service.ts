import { billingCalls } from '@luit/contracts/billing/messages';
import { normalizePromoCode } from '@luit/contracts/billing/promo-code-limits';
import type {
  PromoCode,
  PromoCodeRedemption,
  PromoCodeSort,
  PromoCodeState,
} from '@luit/contracts/billing/promo-codes';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import type { RequestOf } from '@luit/contracts/messages/message';
import { searchText } from '@luit/contracts/messages/search-text';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions, likePattern, prefixPattern } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { type WithDates, withIsoTimes } from '@luit/platform/database/iso-times';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { COLUMNS, type PromoCodeRow } from './promo-codes.service';

/**
 * SQL of the codes in a state. No index contains the state, which changes with time. Most codes have ended, and Postgres knows that from its
 * statistics of columns; it expects few codes of the others and so reads the index of `ends_at`.
 */
const IN_STATE: Record<PromoCodeState, string> = {
  scheduled: `ends_at > now() AND promo_code_state(promo_codes) = 'scheduled'`,
  active: `ends_at > now() AND promo_code_state(promo_codes) = 'active'`,
  used_up: `ends_at > now() AND promo_code_state(promo_codes) = 'used_up'`,
  ended: 'ends_at <= now() AND disabled_at IS NULL',
  disabled: 'disabled_at IS NOT NULL',
};

type Filter = RequestOf<typeof billingCalls.listPromoCodes>;
type Redemption = Omit<PromoCodeRedemption, 'userEmail'>;

interface Page<Item> extends CappedCount {
  items: Item[];
  nextCursor: string | null;
}

/** Ids are UUIDv7 and rise with time; the cursor is the id of the last row seen. */
const ORDERS: Record<PromoCodeSort, { by: string; after: string }> = {
  '-created_at': { by: 'id DESC', after: 'id < $' },
  created_at: { by: 'id', after: 'id > $' },
  ...orderBy('code', 'code'),
  ...orderBy('ends_at', 'ends_at'),
  ...orderBy('redemptions', 'redemptions'),
} as Record<PromoCodeSort, { by: string; after: string }>;

/** Codes by their beginning; parts of codes and words of reasons among the newest. */
const SEARCHED = 2_000;
const MATCHES = `id IN (
  SELECT id FROM promo_codes WHERE code LIKE $
  UNION ALL SELECT id FROM (SELECT id, code, reason FROM promo_codes ORDER BY id DESC LIMIT ${SEARCHED}) AS newest
   WHERE code LIKE $ OR search_text(reason) LIKE $)`;

/** Lists promotional codes and their redemptions for operators. */
@Injectable()
export class PromoCodeListsService {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  @OnCall(billingCalls.listPromoCodes)
  async list({ limit, cursor, sort = '-created_at', ...filter }: Filter): Promise<Page<PromoCode>> {
    const { by, after } = ORDERS[sort];
    const [all, page] = [toConditions(filter), toConditions(filter)];
    if (cursor) page.add(after, cursor);
    const [rows, counted] = await Promise.all([
      this.database.query<PromoCodeRow[]>(
        `${UNPREPARED}SELECT ${COLUMNS} FROM promo_codes WHERE ${page.sql} ORDER BY ${by} LIMIT ${limit + 1}`,
        page.values,
      ),
      countRows(this.database, `SELECT FROM promo_codes WHERE ${all.sql}`, all.values),
    ]);
    const items = rows.slice(0, limit).map(withIsoTimes);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }

  /** Newest first. @throws LuitError `not_found` */
  @OnCall(billingCalls.listPromoCodeRedemptions)
  async redemptions({
    id,
    limit,
    cursor,
  }: RequestOf<typeof billingCalls.listPromoCodeRedemptions>): Promise<Page<Redemption>> {
    const [known] = await this.database.query<unknown[]>(`SELECT FROM promo_codes WHERE id = $1`, [id]);
    if (!known) throw new LuitError('not_found', 'Promotional code not found');
    const [rows, counted] = await Promise.all([
      this.database.query<WithDates<Redemption, 'createdAt' | 'expiresAt'>[]>(
        `SELECT r.transfer_id AS id, r.user_id AS "userId", l.credits::float8, l.created_at AS "createdAt", l.expires_at AS "expiresAt",
                CASE WHEN l.expires_at <= now() THEN 0 ELSE l.remaining END::float8 AS remaining
           FROM promo_code_redemptions r JOIN lots l ON l.user_id = r.user_id AND l.transfer_id = r.transfer_id
          WHERE r.promo_code_id = $1 AND ($2::uuid IS NULL OR r.transfer_id < $2)
          ORDER BY r.transfer_id DESC LIMIT $3`,
        [id, cursor ?? null, limit + 1],
      ),
      countRows(this.database, `SELECT FROM promo_code_redemptions WHERE promo_code_id = $1`, [id]),
    ]);
    const items = rows.slice(0, limit).map(withIsoTimes);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, ...counted };
  }
}

function orderBy(name: string, column: string) {
  const lastRow = `(SELECT ${column}, id FROM promo_codes WHERE id = $)`;
  return {
    [name]: { by: `${column}, id`, after: `(${column}, id) > ${lastRow}` },
    [`-${name}`]: { by: `${column} DESC, id DESC`, after: `(${column}, id) < ${lastRow}` },
  };
}

function toConditions({ state, words }: Pick<Filter, 'state' | 'words'>): Conditions {
  const conditions = new Conditions();
  if (state) conditions.add(IN_STATE[state]);
  if (words !== undefined) {
    const code = normalizePromoCode(words);
    conditions.add(
      MATCHES,
      code ? prefixPattern(code) : '',
      code ? likePattern(code) : '',
      likePattern(searchText(words)),
    );
  }
  return conditions;
}
