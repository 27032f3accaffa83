import { billingCalls } from '@luit/contracts/billing/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { paired } from '../paired';
import { pairRow, type Row } from '../report';
import { personOf } from '../seeded-stack';
import type { GrownStack } from './growth';

const CALLS = 40;
const ROUNDS = 3;
const PAGE = 20;

interface List {
  metric: string;
  call: (stack: GrownStack) => Promise<unknown>;
  /** A text that only its statement contains. */
  statement: string;
}

const LISTS: List[] = [
  {
    metric: 'first page of transactions',
    call: ({ calls, people }) =>
      calls.call(billingCalls.listTransactions, { userId: personOf(people), limit: PAGE, offset: 0 }),
    statement: '%AS is_redemption%FROM transactions t%',
  },
  {
    metric: 'first page of the library',
    call: ({ calls, owners }) => calls.call(generationCalls.listRequests, { userId: personOf(owners), limit: PAGE }),
    statement: '%"requests" "r" WHERE%ORDER BY%LIMIT%',
  },
];

/** Compares the pages of tables and indexes that Postgres reads for lists of users, cached or not. */
export async function compareListPages(large: GrownStack, small: GrownStack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const list of LISTS) {
    const pair = await paired(
      () => pagesPerCall(large, list),
      () => pagesPerCall(small, list),
      ROUNDS,
    );
    rows.push(pairRow('growth', list.metric, pair, 'pages', { atMost: 1.5 }));
  }
  return rows;
}

/** @throws Error if pg_stat_statements has no execution, because the text of the statement has changed */
async function pagesPerCall(stack: GrownStack, { metric, call, statement }: List): Promise<number> {
  const read = async () => {
    const { rows } = await stack.database.query<{ pages: number; calls: number }>(
      `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS pages, coalesce(sum(calls), 0)::float8 AS calls
         FROM pg_stat_statements WHERE toplevel AND query LIKE $1 AND userid IN (SELECT oid FROM pg_roles WHERE rolname LIKE 'luit\\_%')`,
      [statement],
    );
    return rows[0]!;
  };
  const before = await read();
  for (let i = 0; i < CALLS; i++) await call(stack);
  const after = await read();
  if (after.calls === before.calls) throw new Error(`pg_stat_statements has no execution of: ${metric}`);
  return (after.pages - before.pages) / CALLS;
}
