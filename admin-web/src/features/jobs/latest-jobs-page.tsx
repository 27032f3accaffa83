import type { AdminJobRow, JobStatus } from '@luit/contracts/http';
import { Alert } from '@luit/ui/alert';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { EmptyState } from '@luit/ui/empty-state';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { Table, type Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { Inbox, RotateCw } from 'lucide-react';
import { useServices } from '../../lib/services';
import { latestJobsQuery } from './get-latest-jobs';

const TONES: Record<JobStatus, BadgeTone> = {
  pending: 'neutral',
  running: 'river',
  succeeded: 'success',
  failed: 'danger',
  canceled: 'muga',
};

const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'medium' });

const COLUMNS: Column<AdminJobRow>[] = [
  { key: 'status', header: 'Status', cell: (job) => <Badge tone={TONES[job.status]}>{job.status}</Badge> },
  {
    key: 'prompt',
    header: 'Prompt',
    className: 'min-w-64 max-w-md',
    cell: (job) => <span className="line-clamp-2">{job.prompt}</span>,
  },
  { key: 'user', header: 'User', cell: (job) => job.user_email ?? job.user_id },
  { key: 'plan', header: 'Plan', className: 'whitespace-nowrap', cell: (job) => job.plan_id ?? '' },
  { key: 'provider', header: 'Provider', cell: (job) => job.provider ?? 'none yet' },
  { key: 'credits', header: 'Credits', align: 'end', cell: (job) => job.cost_credits },
  {
    key: 'created',
    header: 'Created',
    className: 'whitespace-nowrap',
    cell: (job) => <time dateTime={job.created_at}>{TIME.format(new Date(job.created_at))}</time>,
  },
];

export default function LatestJobsPage() {
  const { client } = useServices();
  const { data, error, isError, isFetching, dataUpdatedAt, refetch } = useQuery(latestJobsQuery(client));
  return (
    <>
      <title>Jobs · Luit Operations</title>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div>
          <h1 className="text-page wide">Newest jobs</h1>
          <p className="mt-1 text-muted">The last five requests of all users, refreshed every 10 seconds.</p>
        </div>
        <Button
          tone="quiet"
          busy={isFetching}
          icon={<RotateCw className="size-4" aria-hidden />}
          onClick={() => refetch()}
        >
          Refresh
        </Button>
      </div>
      {data && isError && (
        <Alert tone="danger" className="mb-4">
          Could not refresh, showing data from {TIME.format(dataUpdatedAt)}
        </Alert>
      )}
      <Card className="overflow-hidden">
        {data && data.items.length > 0 && (
          <Table caption="Newest jobs" columns={COLUMNS} rows={data.items} rowKey={(job) => job.id} />
        )}
        {data?.items.length === 0 && <EmptyState icon={<Inbox className="size-6" />} title="No jobs yet" />}
        {!data && isError && <ErrorState title={error.message} onRetry={() => refetch()} />}
        {!data && !isError && (
          <div role="status" aria-label="Loading jobs" className="grid gap-4 p-6">
            {Array.from({ length: 5 }, (_, index) => (
              <Skeleton key={index} className="h-10" />
            ))}
          </div>
        )}
      </Card>
    </>
  );
}
