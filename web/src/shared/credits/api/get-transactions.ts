import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../../lib/api-client';

const TRANSACTIONS_PER_PAGE = 50;
export interface TransactionPage {
  transactions: CreditTransaction[];
  total: number;
}

/** Transactions, newest first. */
export function transactionsQuery(api: ApiClient) {
  return infiniteQueryOptions({
    queryKey: ['credits', 'transactions'],
    queryFn: ({ pageParam }) =>
      api.call<TransactionPage>(`/api/credits/transactions?limit=${TRANSACTIONS_PER_PAGE}&offset=${pageParam}`),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, { transactions }) => sum + transactions.length, 0);
      return last.transactions.length > 0 && loaded < last.total ? loaded : undefined;
    },
  });
}

/** All loaded rows without duplicates: new rows shift older ones to the next page between requests. */
export function rowsOf(pages: TransactionPage[]): CreditTransaction[] {
  const rows = pages.flatMap(({ transactions }) => transactions);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
