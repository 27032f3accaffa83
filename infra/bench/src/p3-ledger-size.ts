import { billingCalls } from '@luit/contracts/billing/messages';
import { type SeededStack, personOf } from './seeded-stack';
import { p50, paired } from './paired';
import { pairRow, type Row } from './report';

const CALLS = 300;
const ROUNDS = 6;
const PAGE = { limit: 50, offset: 0 };

/** Balance and first page of the statement through billing's own calls; people have the same number of rows in both. */
export async function compareLedgers(large: SeededStack, small: SeededStack): Promise<Row[]> {
  const balance = await paired(
    () => p50(CALLS, () => askBalance(large)),
    () => p50(CALLS, () => askBalance(small)),
    ROUNDS,
  );
  const page = await paired(
    () => p50(CALLS, () => askStatement(large)),
    () => p50(CALLS, () => askStatement(small)),
    ROUNDS,
  );
  return [
    pairRow('P3', 'balance, p50', balance, 'ms', { atMost: 1.1 }),
    pairRow('P3', 'first page of the statement', page, 'ms', { atMost: 1.5 }),
  ];
}

/** Each question is about somebody else. */
const askBalance = ({ calls, people }: SeededStack) =>
  calls.call(billingCalls.getBalance, { userId: personOf(people) });
const askStatement = ({ calls, people }: SeededStack) =>
  calls.call(billingCalls.listTransactions, { userId: personOf(people), ...PAGE });
