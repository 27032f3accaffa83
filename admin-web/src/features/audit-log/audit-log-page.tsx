import type { AuditLogRow } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { Table, type Column } from '@luit/ui/table';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw, ScrollText } from 'lucide-react';
import { useServices } from '../../lib/services';
import { auditLogQuery } from './get-audit-log';

const TONES: Record<string, BadgeTone> = {
  sign_in_failed: 'danger',
  user_blocked: 'danger',
  user_unblocked: 'success',
};

const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

const COLUMNS: Column<AuditLogRow>[] = [
  {
    key: 'time',
    header: 'Time',
    className: 'whitespace-nowrap',
    cell: (entry) => <time dateTime={entry.created_at}>{TIME.format(new Date(entry.created_at))}</time>,
  },
  { key: 'operator', header: 'Operator', cell: (entry) => entry.admin_email },
  {
    key: 'action',
    header: 'Action',
    className: 'whitespace-nowrap',
    cell: (entry) => <Badge tone={TONES[entry.action] ?? 'neutral'}>{entry.action.replaceAll('_', ' ')}</Badge>,
  },
  { key: 'subject', header: 'Subject', className: 'break-all', cell: (entry) => entry.subject ?? 'none' },
  {
    key: 'details',
    header: 'Details',
    className: 'min-w-56',
    cell: (entry) =>
      Object.entries(entry.details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', '),
  },
];

/** What operators did, for operators to judge. */
export default function AuditLogPage() {
  const { client } = useServices();
  const query = useInfiniteQuery(auditLogQuery(client));
  const { data, error, isError, isFetching, isFetchingNextPage, dataUpdatedAt } = query;
  const entries = data?.pages.flatMap((page) => page.items);
  return (
    <>
      <title>Audit log · Luit Operations</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-page wide">Audit log</h1>
          <p className="mt-1 text-muted">What operators did, the newest first. Entries never change.</p>
        </div>
        <Button
          tone="quiet"
          busy={isFetching && !isFetchingNextPage}
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={() => query.refetch()}
        >
          Refresh
        </Button>
      </div>
      {entries && isError && (
        <Alert tone="danger" className="mb-4">
          Could not refresh, showing data from {TIME.format(dataUpdatedAt)}
        </Alert>
      )}
      <Card className="overflow-hidden">
        {entries && entries.length > 0 && (
          <Table caption="Audit log" columns={COLUMNS} rows={entries} rowKey={(entry) => entry.id} />
        )}
        {entries?.length === 0 && <EmptyState icon={<ScrollText className="size-6" />} title="Nothing logged yet" />}
        {!entries && isError && <ErrorState title={error.message} onRetry={() => query.refetch()} />}
        {!entries && !isError && (
          <div role="status" aria-label="Loading the audit log" className="grid gap-4 p-6">
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} className="h-10" />
            ))}
          </div>
        )}
      </Card>
      {query.hasNextPage && (
        <div className="mt-6 text-center">
          <Button tone="quiet" busy={isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            Show Older Entries
          </Button>
        </div>
      )}
    </>
  );
}
