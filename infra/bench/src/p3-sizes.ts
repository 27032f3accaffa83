import { startSeededStack } from './seeded-stack';
import { compareLedgers } from './p3-ledger-size';
import { compareLists } from './p3-list-sizes';
import type { Row } from './report';

const SMALL = 10_000;
const LARGE = 10_000_000;
const ROWS_A_REQUEST = 10;

export interface Sizes {
  rows?: number;
  requests?: number;
}

/**
 * P3: 10 million ledger rows (transfers and transactions, and a million holds) and a million requests of 100 thousand
 * people, beside 10 thousand of each. Two whole stacks stand side by side.
 */
export async function benchSizes({ rows = LARGE, requests = rows / ROWS_A_REQUEST }: Sizes): Promise<Row[]> {
  const small = await startSeededStack(SMALL, SMALL);
  try {
    const large = await startSeededStack(rows, requests);
    try {
      return [...(await compareLedgers(large, small)), ...(await compareLists(large, small))];
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}
