import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readAdvice } from '../lib/admin-error';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What could not be loaded, for example `the providers`. */
  what: string;
  children: (data: Data) => ReactNode;
}

/** A part of a page whose other parts stay in place while it loads or could not be loaded. */
export function Loaded<Data>({ query, what, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton className="m-4 h-64" />;
  return (
    <ErrorState title={`Could not load ${what}`} onRetry={() => void query.refetch()}>
      {readAdvice(query.error)}
    </ErrorState>
  );
}
