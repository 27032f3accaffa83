import type { EntityManager } from 'typeorm';
import type { LineRow } from './payment-lines';

/** How many later transactions of the account a statement reads to find what used the credits of an order. */
const READ_TRANSACTIONS = 10_000;
const MAX_LINES = 500;

/**
 * The transactions that used the credits of a lot ($1), among the account's transactions after its purchase ($2, $3: the account and the
 * number of the purchase). No index covers lots, because holds are frequent and statements are rare.
 */
const USES = `
  WITH later AS MATERIALIZED (
    SELECT id, hold_id, type, reference_id, amount, created_at FROM transactions
     WHERE user_id = $2 AND seq > $3 ORDER BY seq LIMIT ${READ_TRANSACTIONS}
  ), job AS MATERIALIZED (
    SELECT h.id, part.credits, h.state, later.created_at, h.settled_at, returned.created_at AS returned_at
      FROM later JOIN holds h ON h.id = later.hold_id JOIN hold_lots part ON part.hold_id = h.id AND part.lot_id = $1
      LEFT JOIN transfers returned ON returned.idempotency_key = 'return:' || h.id
     WHERE later.type = 'usage'
  ), repaid AS (
    SELECT d.transfer_id, d.credits, d.returned, later.created_at
      FROM later JOIN debt_repayments d ON d.transfer_id = later.id AND d.lot_id = $1
  ), clawed AS (
    SELECT c.payment_id, part.credits, c.created_at, c.reversed_at
      FROM later JOIN clawbacks c ON c.transfer_id = later.id JOIN clawback_lots part ON part.clawback_id = c.id AND part.lot_id = $1
  ), use AS (
    SELECT created_at AS at, 'credits_held' AS kind, id::text AS reference, NULL AS note, -credits AS credits FROM job
    UNION ALL
    SELECT settled_at, 'credits_' || state, id::text, NULL, CASE state WHEN 'released' THEN credits ELSE 0 END
      FROM job WHERE state IN ('captured', 'released')
    UNION ALL SELECT returned_at, 'credits_returned', id::text, NULL, credits FROM job WHERE returned_at IS NOT NULL
    UNION ALL SELECT created_at, 'debt_repaid', transfer_id::text, NULL, returned - credits FROM repaid
    UNION ALL SELECT created_at, 'credits_clawed_back', payment_id, NULL, -credits FROM clawed
    UNION ALL SELECT reversed_at, 'clawback_reversed', payment_id, NULL, credits FROM clawed WHERE reversed_at IS NOT NULL
    UNION ALL
    SELECT created_at, 'credits_forfeited', id::text, NULL, amount FROM later WHERE type = 'adjustment' AND reference_id = $1::text
  )`;

const LINES = `${USES} SELECT at, kind, reference, note, 0 AS "amountPaise", credits::float8 FROM use ORDER BY at LIMIT ${MAX_LINES}`;

const SUMS = `${USES}
  SELECT (SELECT count(*) = ${READ_TRANSACTIONS} FROM later) AS "isFull", (SELECT count(*) > ${MAX_LINES} FROM use) AS "isLong",
         (SELECT coalesce(sum(credits), 0)::float8 FROM job WHERE state = 'held') AS "heldForJobs",
         (SELECT coalesce(sum(credits), 0)::float8 FROM job WHERE state = 'captured' AND returned_at IS NULL) AS captured,
         (SELECT coalesce(sum(credits - returned), 0)::float8 FROM repaid) AS "debtRepaid",
         (SELECT coalesce(sum(credits), 0)::float8 FROM clawed WHERE reversed_at IS NULL) AS "clawedBack",
         (SELECT coalesce(sum(-amount), 0)::float8 FROM later WHERE type = 'adjustment' AND reference_id = $1::text) AS forfeited`;

export interface Lot {
  id: string;
  user_id: string;
  /** Number of the purchase in the account's statement. */
  seq: string;
  credits: number;
  remaining: number;
}

interface UseSums {
  isFull: boolean;
  isLong: boolean;
  heldForJobs: number;
  captured: number;
  debtRepaid: number;
  clawedBack: number;
  forfeited: number;
}

export async function readUses(manager: EntityManager, lot: Lot): Promise<{ lines: LineRow[]; sums: UseSums }> {
  const values = [lot.id, lot.user_id, lot.seq];
  const lines: LineRow[] = await manager.query(LINES, values);
  const [sums]: UseSums[] = await manager.query(SUMS, values);
  if (!sums) throw new Error('An aggregate returned no row');
  return { lines, sums };
}
