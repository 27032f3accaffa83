import { billingCalls } from '@luit/contracts/billing/messages';
import { type SeededStack, personOf } from './seeded-stack';
import { p50, paired } from './paired';
import { pairRow, type Row } from './report';

const CALLS = 300;
const ROUNDS = 6;
const PAGE = { limit: 50, offset: 0 };

/** Balance and first page of transactions through billing's calls. People have the same number of rows in both stacks. */
export async function compareLedgers(large: SeededStack, small: SeededStack): Promise<Row[]> {
  const balance = await paired(
    () => p50(CALLS, () => getBalance(large)),
    () => p50(CALLS, () => getBalance(small)),
    ROUNDS,
  );
  const page = await paired(
    () => p50(CALLS, () => listTransactions(large)),
    () => p50(CALLS, () => listTransactions(small)),
    ROUNDS,
  );
  return [
    pairRow('P3', 'balance, p50', balance, 'ms', { atMost: 1.1 }),
    pairRow('P3', 'first page of transactions', page, 'ms', { atMost: 1.5 }),
  ];
}

/** Each call is for another person. */
const getBalance = ({ calls, people }: SeededStack) =>
  calls.call(billingCalls.getBalance, { userId: personOf(people) });
const listTransactions = ({ calls, people }: SeededStack) =>
  calls.call(billingCalls.listTransactions, { userId: personOf(people), ...PAGE });
