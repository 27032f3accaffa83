import { billingCalls } from '@luit/contracts/billing';
import { startThrowawayStack } from '@luit/local/throwaway-stack';
import { connectTestCalls } from '@luit/platform/testing/services';
import { performance } from 'node:perf_hooks';
import { fillLedger, peopleOf } from './ledger-filling';
import { median, paired } from './paired';
import { pairRow, type Row } from './report';

const SMALL = 10_000;
const LARGE = 10_000_000;
const CALLS = 300;
const ROUNDS = 6;
const PAGE = { limit: 50, offset: 0 };
/** Checks that read every row are no part of what is measured. */
const SELDOM = { INVARIANTS_INTERVAL_MS: '86400000' };

/**
 * P3, the ledger's part: balance and first page of the statement through billing's own calls, with 10 million ledger rows
 * (transfers and transactions, and a million holds) beside 10 thousand. Two whole stacks stand side by side; people have
 * the same number of rows in both.
 */
export async function benchLedgerSize({ rows = LARGE }: { rows?: number }): Promise<Row[]> {
  const small = await openStack(SMALL);
  const large = await openStack(rows);
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
    const sizes = `${rows.toLocaleString('en-IN')} ledger rows ÷ ${SMALL.toLocaleString('en-IN')}`;
    return [
      pairRow('P3', `balance, ${sizes}, p50`, balance, 'ms', { atMost: 1.1 }),
      pairRow('P3', 'first page of the statement, the same', page, 'ms', { atMost: 1.5 }),
    ];
  } finally {
    await Promise.all([large.close(), small.close()]);
  }
}

async function openStack(rows: number) {
  const { running, close } = await startThrowawayStack({ env: { billing: SELDOM, generation: SELDOM } });
  try {
    const start = performance.now();
    await fillLedger(running.stack.postgres, rows);
    console.log(`  ${rows} ledger rows in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
    const calls = await connectTestCalls(running.stack.redis);
    return {
      people: peopleOf(rows),
      calls: calls.client,
      close: async () => {
        await calls.close();
        await close(true);
      },
    };
  } catch (error) {
    await close(true);
    throw error;
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
