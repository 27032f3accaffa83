import { Client } from 'pg';
import { ACCOUNT } from './ledger-database';

/** Grants of one credit and captured holds of one credit, per person. */
const GIVEN = 60;
const SPENT = 20;
/** Distributes the holds evenly among the grants. */
const SPENDING_EVERY = GIVEN / SPENT;
/** One transfer per grant and two per hold; one transaction each. */
const ROWS_EACH = 2 * GIVEN + 3 * SPENT;

/** How many people to seed for a ledger of this many rows. */
export function peopleOf(rows: number): number {
  return Math.max(1, Math.round(rows / ROWS_EACH));
}

/** An id that increases with time; `kind` distinguishes rows of the same time. */
const id = (kind: number) => `(lpad(to_hex(i), 8, '0') || '-000${kind}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const [GRANT, HOLD, TRANSFER, CAPTURE] = [id(1), id(2), id(3), id(4)];

/**
 * Writes the rows that the ledger's functions would write, one table at a time and without triggers and foreign keys. Each person's rows
 * are spread over the tables, as they would be in production.
 */
export async function seedLedger(url: string, rows: number): Promise<void> {
  const people = peopleOf(rows);
  const moments = (count: number, every = 1) =>
    `FROM generate_series(1, ${count * every}, ${every}) i, generate_series(1, ${people}) n`;
  const grants = moments(GIVEN);
  const spendings = moments(SPENT, SPENDING_EVERY);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `SET search_path = billing; SET session_replication_role = replica; SET synchronous_commit = off`,
    );
    await client.query(`
      INSERT INTO accounts (user_id, available) SELECT ${ACCOUNT}, ${GIVEN - SPENT} FROM generate_series(1, ${people}) n`);
    await client.query(`
      INSERT INTO lots (id, user_id, kind, credits, remaining, transfer_id)
      SELECT ${GRANT}, ${ACCOUNT}, 'grant', ${GIVEN}, ${GIVEN - SPENT}, ${GRANT} ${moments(1)}`);
    await client.query(`
      INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, idempotency_key, input_hash)
      SELECT ${GRANT}, ${ACCOUNT}, 'promotions', 'wallet', 1, 'posted', 'grant', 'a:' || ${GRANT}, '\\x00' ${grants}`);
    await client.query(`
      INSERT INTO transactions (id, user_id, type, amount, description, balance_after, held_after)
      SELECT ${GRANT}, ${ACCOUNT}, 'grant', 1, 'Welcome credits', i, 0 ${grants}`);
    await client.query(`
      INSERT INTO holds (id, user_id, credits, state, transfer_id, settled_at)
      SELECT ${HOLD}, ${ACCOUNT}, 1, 'captured', ${TRANSFER}, now() ${spendings}`);
    await client.query(`
      INSERT INTO hold_lots (hold_id, lot_id, credits)
      SELECT ${HOLD}, ${GRANT.replace('to_hex(i)', `'1'`)}, 1 ${spendings}`);
    await client.query(`
      INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, idempotency_key, input_hash)
      SELECT ${TRANSFER}, ${ACCOUNT}, 'wallet', 'spent', 1, 'pending', 'hold', 'b:' || ${HOLD}, '\\x00' ${spendings}`);
    await client.query(`
      INSERT INTO transfers (id, user_id, debit, credit, amount, state, pending_id, kind, idempotency_key, input_hash)
      SELECT ${CAPTURE}, ${ACCOUNT}, 'wallet', 'spent', 1, 'posted', ${TRANSFER}, 'capture', 'c:' || ${HOLD}, '\\x00'
        ${spendings}`);
    await client.query(`
      INSERT INTO transactions (id, user_id, type, amount, description, reference_id, hold_id, balance_after, held_after)
      SELECT ${TRANSFER}, ${ACCOUNT}, 'usage', -1, 'A video', ${HOLD}, ${HOLD}, ${GIVEN} - i, 0 ${spendings}`);
    await client.query('VACUUM ANALYZE accounts, lots, holds, hold_lots, transfers, transactions');
  } finally {
    await client.end();
  }
}
