import { billingCalls } from '@luit/contracts/billing';
import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { connectTestCalls } from '@luit/platform/testing/services';
import { performance } from 'node:perf_hooks';
import { Client } from 'pg';
import { ACCOUNT } from './ledger-database';
import { median, paired } from './paired';
import { pairRow, type Row } from './report';

const SMALL = 10_000;
const LARGE = 10_000_000;
const ROWS_EACH = 100;
const CALLS = 300;
const ROUNDS = 6;
const PAGE = { limit: 50, offset: 0 };

/**
 * P3, the ledger's part: balance and first page of the statement through billing's own calls, with 10 million ledger rows
 * (transfers and transactions, half each) beside 10 thousand. Two whole stacks stand side by side; people have the same
 * number of rows in both.
 */
export async function benchLedgerSize(): Promise<Row[]> {
  const [large, small] = [await openStack(LARGE), await openStack(SMALL)];
  try {
    const balance = await paired(
      () => p50((userId) => large.calls.call(billingCalls.getBalance, { userId }), large.people),
      () => p50((userId) => small.calls.call(billingCalls.getBalance, { userId }), small.people),
      ROUNDS,
    );
    const page = await paired(
      () => p50((userId) => large.calls.call(billingCalls.listTransactions, { userId, ...PAGE }), large.people),
      () => p50((userId) => small.calls.call(billingCalls.listTransactions, { userId, ...PAGE }), small.people),
      ROUNDS,
    );
    return [
      pairRow('P3', 'balance, 10 M ledger rows ÷ 10 k, p50', balance, 'ms', { atMost: 1.1 }),
      pairRow('P3', 'first page of the statement, the same', page, 'ms', { atMost: 1.5 }),
    ];
  } finally {
    await Promise.all([large.close(), small.close()]);
  }
}

async function openStack(ledgerRows: number) {
  const { running, close } = await startThrowawayStack();
  const people = ledgerRows / 2 / ROWS_EACH;
  await fill(running.stack.postgres, people);
  const calls = await connectTestCalls(running.stack.redis);
  return {
    people,
    calls: calls.client,
    close: async () => {
      await calls.close();
      await close(true);
    },
  };
}

/** Set-based, past the triggers; what the two questions read is as the ledger would have written it. */
async function fill(url: string, people: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET search_path = billing; SET session_replication_role = replica');
    await client.query(
      `INSERT INTO accounts (user_id, available) SELECT ${ACCOUNT}, ${ROWS_EACH} FROM generate_series(1, ${people}) n`,
    );
    await client.query(`
      WITH made AS (
        INSERT INTO transfers (id, user_id, debit, credit, amount, state, kind, idempotency_key, input_hash)
        SELECT uuidv7(), ${ACCOUNT}, 'promotions', 'wallet', 1, 'posted', 'grant', 'fill:' || n || ':' || i, '\\x00'
          FROM generate_series(1, ${ROWS_EACH}) i, generate_series(1, ${people}) n
        RETURNING id, user_id
      )
      INSERT INTO transactions (id, user_id, type, amount, description, balance_after, held_after)
      SELECT id, user_id, 'grant', 1, 'A present', ${ROWS_EACH}, 0 FROM made`);
    await client.query(`
      INSERT INTO lots (user_id, kind, credits, remaining, transfer_id)
      SELECT ${ACCOUNT}, 'grant', ${ROWS_EACH}, ${ROWS_EACH}, uuidv7() FROM generate_series(1, ${people}) n`);
    await client.query('VACUUM ANALYZE accounts, lots, transfers, transactions');
  } finally {
    await client.end();
  }
}

/** Milliseconds; each question is about somebody else. */
async function p50(ask: (userId: string) => Promise<unknown>, people: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const n = Math.floor(Math.random() * people) + 1;
    const userId = `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
    const start = performance.now();
    await ask(userId);
    times.push(performance.now() - start);
  }
  return median(times);
}
