import { Button } from '@luit/ui/button';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Section } from '../../components/section';
import { readAdvice } from '../../lib/admin-error';
import { formatClock } from '../../lib/format';
import type { Reading } from './verdict';

interface PartProps<Data> {
  title: string;
  source: { query: UseQueryResult<Data>; reading: Reading<Data> };
  action?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A part of the home page. It says if it could not be read, and marks figures that are out of date. */
export function Part<Data>({ title, source: { query, reading }, action, children }: PartProps<Data>) {
  const { data, isFresh, isLoading } = reading;
  return (
    <Section title={title} action={action}>
      {!isLoading && !isFresh && (
        <p className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-wash px-4 py-2.5 text-sm font-medium text-accent-text">
          <CircleHelp className="size-4.5 shrink-0" aria-hidden />
          <span className="min-w-0 flex-1">
            {data === undefined
              ? `Could not load. ${query.error ? readAdvice(query.error) : 'The server has not responded yet.'}`
              : `Out of date. These figures are from ${formatClock(new Date(query.dataUpdatedAt).toISOString())}.`}
          </span>
          <Button tone="secondary" size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
            Retry
          </Button>
        </p>
      )}
      {isLoading && <p className="px-4 py-4 text-sm text-muted">Loading…</p>}
      {data !== undefined && children(data)}
    </Section>
  );
}
