import { firstIdOf } from '@luit/platform/retention/expired-rows';
import type { Invariant } from './invariant';

/** SQL: transfer `f` was written between the times $1 and $2. */
export const IS_NEW = `f.id >= ${firstIdOf('$1::timestamptz')} AND f.id < ${firstIdOf(`$2::timestamptz + interval '1 second'`)}`;

/** The change that transfer `f` makes to its user's spendable credits; 0 for the second half of a hold or refund, and for debts. */
const SPENDABLE = `CASE
  WHEN f.state = 'posted' AND f.pending_id IS NOT NULL OR 'wallet' NOT IN (f.debit, f.credit) THEN 0
  WHEN f.credit = 'wallet' OR f.state = 'voided' THEN f.amount ELSE -f.amount END`;

const ACCOUNTS = {
  invariant: 'I1',
  table: 'accounts',
  key: 'user_id',
  keyType: 'uuid',
  changed: `SELECT f.user_id FROM transfers f WHERE ${IS_NEW}`,
} as const;

const TRANSFERS = {
  table: 'transfers',
  key: 'id',
  keyType: 'uuid',
  changed: `SELECT f.id FROM transfers f WHERE ${IS_NEW}`,
} as const;

const TRANSACTIONS = { ...TRANSFERS, invariant: 'I1', table: 'transactions' } as const;

/** Holds. A hold counts as changed when one of its transfers is new. */
export const HOLDS = {
  invariant: 'I2',
  table: 'holds',
  key: 'id',
  keyType: 'uuid',
  changed: `SELECT t.hold_id FROM transfers f JOIN transactions t ON t.id = coalesce(f.pending_id, f.id)
             WHERE ${IS_NEW} AND t.hold_id IS NOT NULL`,
} as const;

/**
 * The invariants of the ledger, row by row. Together they imply the sums of all rows, which would have to be read again each time:
 *
 * - The statement continues from transaction to transaction, and ends with the available credits. So available is its sum.
 * - Each transfer is in the statement with its change. So that sum is the sum of the transfers.
 * - Each pending transfer is a hold or a refund with the same credits, and each of these settles once. Held is the sum of the open
 *   ones. So it is the sum of the pending transfers that have not settled.
 */
export const LEDGER_INVARIANTS: Invariant[] = [
  {
    ...ACCOUNTS,
    name: 'available = the balance after the last transaction',
    violation: `r.available <> coalesce(
      (SELECT t.balance_after FROM transactions t WHERE t.user_id = r.user_id ORDER BY t.seq DESC LIMIT 1), 0)`,
  },
  {
    ...ACCOUNTS,
    name: 'held = the credits of open holds and requested refunds',
    violation: `r.held <> (SELECT coalesce(sum(h.credits), 0) FROM holds h WHERE h.user_id = r.user_id AND h.state = 'held')
      + (SELECT coalesce(sum(d.credits), 0) FROM refunds d
          WHERE d.user_id = r.user_id AND d.next_attempt_at IS NOT NULL AND d.transfer_id IS NOT NULL
            AND d.returned_at IS NULL)`,
  },
  {
    ...ACCOUNTS,
    name: 'the balances are the sums of the lots',
    violation: `(r.available, r.held) <> (SELECT coalesce(sum(l.remaining), 0), coalesce(sum(l.held), 0) FROM lots l
      WHERE l.user_id = r.user_id)`,
  },
  {
    ...ACCOUNTS,
    name: 'receivable = the sum of posted entries, and users who owe credits have none available',
    violation: `(r.receivable > 0 AND r.available > 0) OR r.receivable <> (
      SELECT coalesce(sum(CASE WHEN f.debit = 'receivable' THEN f.amount ELSE -f.amount END), 0) FROM transfers f
       WHERE f.user_id = r.user_id AND (f.debit = 'receivable' OR f.credit = 'receivable'))`,
  },
  {
    ...ACCOUNTS,
    name: 'no balance is negative',
    violation: `r.available < 0 OR r.held < 0 OR r.receivable < 0 OR EXISTS (SELECT FROM lots l
      WHERE l.user_id = r.user_id AND (l.remaining < 0 OR l.held < 0 OR l.remaining + l.held > l.credits))`,
  },
  {
    ...TRANSACTIONS,
    name: 'the statement continues from transaction to transaction',
    violation: `r.balance_after <> r.amount + coalesce((SELECT t.balance_after FROM transactions t
      WHERE t.user_id = r.user_id AND t.seq < r.seq ORDER BY t.seq DESC LIMIT 1), 0)`,
  },
  {
    ...TRANSACTIONS,
    name: 'a transaction states what its transfer adds',
    violation: `NOT EXISTS (SELECT FROM transfers f WHERE f.id = r.id AND f.user_id = r.user_id AND r.amount = ${SPENDABLE})`,
  },
  {
    ...TRANSFERS,
    invariant: 'I1',
    name: 'a transfer has an account, and a transaction if it changes what can be spent',
    violation: `NOT EXISTS (SELECT FROM accounts a WHERE a.user_id = r.user_id)
      OR ${SPENDABLE.replaceAll('f.', 'r.')} <> 0 AND NOT EXISTS (SELECT FROM transactions t WHERE t.id = r.id)`,
  },
  {
    ...TRANSFERS,
    invariant: 'I2',
    name: 'a pending transfer is a hold or a refund, and settles with the same credits',
    violation: `
      r.state = 'pending' AND NOT EXISTS (
        SELECT FROM transactions t JOIN holds h ON h.id = t.hold_id
         WHERE t.id = r.id AND h.transfer_id = r.id AND h.credits = r.amount AND h.user_id = r.user_id)
      AND NOT EXISTS (
        SELECT FROM refunds d WHERE d.transfer_id = r.id AND d.credits = r.amount AND d.user_id = r.user_id)
      OR r.pending_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM transfers f
         WHERE f.id = r.pending_id AND f.state = 'pending' AND f.amount = r.amount AND f.user_id = r.user_id)`,
  },
  {
    ...HOLDS,
    name: 'a hold settles once, as its state says',
    violation: `r.state <> 'tombstone' AND r.state IS DISTINCT FROM (
      SELECT CASE WHEN count(f.id) = 0 THEN 'held' WHEN count(f.id) > 1 THEN 'twice'
                  WHEN min(f.state) = 'posted' THEN 'captured' ELSE 'released' END
        FROM transfers f WHERE f.pending_id = r.transfer_id)`,
  },
  {
    ...HOLDS,
    name: 'a hold, its transfer and its lots have the same credits and owner',
    violation: `r.state <> 'tombstone' AND (
      NOT EXISTS (SELECT FROM transfers f WHERE f.id = r.transfer_id AND f.state = 'pending' AND f.amount = r.credits
                     AND f.user_id = r.user_id)
      OR r.credits <> (SELECT coalesce(sum(p.credits), 0) FROM hold_lots p JOIN lots l ON l.id = p.lot_id
                        WHERE p.hold_id = r.id AND l.user_id = r.user_id))`,
  },
  {
    invariant: 'I2',
    name: 'the lots of a hold have a hold',
    table: 'hold_lots',
    key: 'hold_id',
    keyType: 'uuid',
    violation: `NOT EXISTS (SELECT FROM holds h WHERE h.id = r.hold_id AND h.state <> 'tombstone')`,
  },
];
