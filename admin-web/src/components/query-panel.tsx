import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ReadError } from './read-error';
import { StaleNotice } from './stale-notice';
import { TableSkeleton } from './table-skeleton';

interface QueryPanelProps<Data> {
  query: UseQueryResult<Data>;
  /** Accessible name of the loading state: `Loading` and what is loaded. */
  loading: string;
  children: (data: Data) => ReactNode;
}

/** Renders a query: loading, failed, or its last successful data, marked when it is stale. */
export function QueryPanel<Data>({ query, loading, children }: QueryPanelProps<Data>) {
  const { data, error } = query;
  if (data !== undefined) {
    return (
      <>
        <StaleNotice query={query} />
        {children(data)}
      </>
    );
  }
  if (!error) return <TableSkeleton label={loading} />;
  return <ReadError what={loading.replace(/^Loading /, '')} error={error} onRetry={() => query.refetch()} />;
}
