import { startSeededStack } from './seeded-stack';
import { compareLedgers } from './p3-ledger-size';
import { compareLibraries, compareLibrarySizes } from './p3-library-size';
import { compareLists, compareOperatorLists } from './p3-list-sizes';
import type { Row } from './report';

const SMALL = 10_000;
const LARGE = 10_000_000;
const ROWS_PER_REQUEST = 10;

export interface Sizes {
  rows?: number;
  requests?: number;
  /** Measure only the operators' lists with a matching address. */
  lists?: RegExp;
}

/**
 * P3: compares a stack with 10 million ledger rows (and a million holds) and a million requests of 100,000 people with a
 * stack of 10,000 each, and in the large one the library of an account with 10,000 requests with a small one.
 */
export async function benchSizes({ rows = LARGE, requests = rows / ROWS_PER_REQUEST, lists }: Sizes): Promise<Row[]> {
  const small = await startSeededStack(SMALL, SMALL);
  try {
    const large = await startSeededStack(rows, requests);
    try {
      if (lists !== undefined) return await compareOperatorLists(large, small, lists);
      return [
        ...(await compareLedgers(large, small)),
        ...(await compareLists(large, small)),
        ...(await compareLibraries(large, small)),
        ...(await compareLibrarySizes(large)),
      ];
    } finally {
      await large.close();
    }
  } finally {
    await small.close();
  }
}
