import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import type { Column } from '@luit/ui/table';
import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { DataTable } from './data-table';
import { Pager } from './pager';
import { ReadError } from './read-error';
import { StaleNotice } from './stale-notice';
import { TableSkeleton } from './table-skeleton';
import type { Page } from './use-page';
import type { TableState } from './use-table-state';

/** A progress line above the previous rows while the next page or filter loads. Dimmed rows would be too faint to read. */
const BUSY_LINE =
  'relative aria-busy:before:absolute aria-busy:before:inset-x-0 aria-busy:before:top-0 aria-busy:before:z-10 aria-busy:before:h-0.5 aria-busy:before:animate-pulse aria-busy:before:bg-info motion-reduce:before:animate-none';

interface PagedTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** Changes the order of the rows of one page. */
  arrange?: (rows: Row[]) => Row[];
  query: UseQueryResult<Page<Row>>;
  state: TableState;
  /** Shown when nothing matches. */
  empty: { title: string; icon?: ReactNode; children?: ReactNode };
}

/** A list that the server pages and sorts, in each of its states: loading, empty, failed, out of date, full. */
export function PagedTable<Row extends object>({
  caption,
  columns,
  rowKey,
  arrange = (rows) => rows,
  query,
  state,
  empty,
}: PagedTableProps<Row>) {
  const { data, error, isError } = query;
  if (!data && isError) {
    return <ReadError what={caption.toLowerCase()} error={error} onRetry={() => query.refetch()} />;
  }
  if (!data) return <TableSkeleton label={`Loading ${caption.toLowerCase()}`} />;
  return (
    <>
      <StaleNotice query={query} />
      <Card className="overflow-hidden">
        {data.items.length > 0 ? (
          <div aria-busy={query.isPlaceholderData} className={BUSY_LINE}>
            <DataTable
              caption={caption}
              columns={columns}
              rows={arrange(data.items)}
              rowKey={rowKey}
              isDense
              isStacked
              sort={state.sort}
              onSort={(sort) => state.set('sort', sort)}
            />
          </div>
        ) : (
          <EmptyState
            icon={empty.icon ?? <Inbox className="size-6" />}
            title={empty.title}
            action={<ClearFilters state={state} />}
          >
            {empty.children}
          </EmptyState>
        )}
        {(data.items.length > 0 || !state.isFirst) && <Pager page={data} state={state} />}
      </Card>
    </>
  );
}

/** Parameters of the list request besides search and filters. */
const NO_FILTERS = ['limit', 'sort', 'cursor'];

function ClearFilters({ state }: { state: TableState }) {
  const active = [...new URLSearchParams(state.search).keys()].filter((name) => !NO_FILTERS.includes(name));
  if (active.length === 0) return null;
  return (
    <Button
      tone="secondary"
      size="sm"
      onClick={() => state.setAll(Object.fromEntries(active.map((name) => [name, ''])))}
    >
      Clear search and filters
    </Button>
  );
}
