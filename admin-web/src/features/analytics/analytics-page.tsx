import type { AdminActivity, AdminAnalytics } from '@luit/contracts/http/reports';
import { Alert } from '@luit/ui/alert';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useSearchParams } from 'react-router-dom';
import { DataTable } from '../../components/data-table';
import { BarChart } from '../../components/bar-chart';
import { PageHeader } from '../../components/page-header';
import { RefreshButton } from '../../components/refresh-button';
import { EmptyMessage, Section } from '../../components/section';
import { StaleNotice } from '../../components/stale-notice';
import { Stat } from '../../components/stat';
import { TableSkeleton } from '../../components/table-skeleton';
import { USER_COLUMN } from '../../components/user-column';
import { Timestamp } from '../../components/timestamp';
import { formatChange, formatNumber, formatRupees } from '../../lib/format';
import { useServices } from '../../lib/services';
import { activityLabel } from './activity-label';

const INVALID = 'Invalid analytics data received';

/** Validates the response of the analytics endpoint. @throws Error */
function parseAnalytics(response: unknown): AdminAnalytics {
  const analytics = response as Partial<AdminAnalytics> | null;
  const lists = [analytics?.userRegistrations, analytics?.transactions, analytics?.recentActivity];
  const { totalUsers, totalTransactions, totalRevenue } = analytics?.summary ?? {};
  const isComplete =
    lists.every(Array.isArray) && [totalUsers, totalTransactions, totalRevenue].every((each) => Number.isFinite(each));
  if (!isComplete) throw new Error(INVALID);
  return response as AdminAnalytics;
}

const TIMEFRAMES = ['7d', '30d', '90d'] as const;
const REFRESH_MS = 60_000;

const ACTIVITY: Column<AdminActivity>[] = [
  { key: 'at', header: 'Time', cell: (row) => <Timestamp at={row.at} /> },
  { key: 'kind', header: 'Activity', cell: activityLabel },
  USER_COLUMN,
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    cell: (row) => (row.credits === null ? '' : formatChange(row.credits)),
  },
];

export default function AnalyticsPage() {
  const { client } = useServices();
  const [params, setParams] = useSearchParams();
  const requested = params.get('timeframe');
  const timeframe = TIMEFRAMES.find((each) => each === requested) ?? '30d';
  const query = useQuery({
    queryKey: ['analytics', timeframe],
    queryFn: async ({ signal }) =>
      parseAnalytics(await client.get<unknown>(`/api/admin/analytics?timeframe=${timeframe}`, signal)),
    refetchInterval: REFRESH_MS,
  });
  const { data, error } = query;
  return (
    <>
      <PageHeader title="Analytics" description="Daily totals in IST. Updated every minute.">
        <div role="group" aria-label="Timeframe" className="flex rounded-control border border-edge p-0.5">
          {TIMEFRAMES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === timeframe}
              onClick={() => setParams({ timeframe: each }, { replace: true })}
              className={clsx(
                'min-h-8 rounded-[0.375rem] px-3 text-sm font-semibold',
                each === timeframe ? 'bg-primary text-on-primary' : 'text-muted hover:text-ink',
              )}
            >
              {each}
            </button>
          ))}
        </div>
        <RefreshButton query={query} />
      </PageHeader>
      <StaleNotice query={query} />
      {!data && error && (
        <Alert tone="danger" className="mb-4">
          {error.message}
        </Alert>
      )}
      {!data && !error && <TableSkeleton label="Loading analytics" />}
      {data && <Charts data={data} />}
      {!data && error && (
        <Section title="No data">
          <EmptyMessage>Analytics could not be loaded</EmptyMessage>
        </Section>
      )}
    </>
  );
}

function Charts({ data }: { data: AdminAnalytics }) {
  const { summary, transactions, userRegistrations, recentActivity } = data;
  const bars = (value: (day: AdminAnalytics['transactions'][number]) => number) =>
    transactions.map((day) => ({ date: day.date, value: value(day) }));
  return (
    <div className="grid gap-5">
      <dl className="grid gap-3 sm:grid-cols-3">
        <Stat label="New users" value={formatNumber(summary.totalUsers)} />
        <Stat label="Purchases" value={formatNumber(summary.totalTransactions)} />
        <Stat label="Revenue" value={formatRupees(summary.totalRevenue)} note="Captured minus refunded" />
      </dl>
      <div className="grid gap-5 xl:grid-cols-2">
        <Section title="Revenue">
          <BarChart label="Revenue" bars={bars((day) => day.revenue)} format={formatRupees} />
        </Section>
        <Section title="Registrations">
          <BarChart
            label="Registrations"
            bars={userRegistrations.map(({ date, count }) => ({ date, value: count }))}
            format={formatNumber}
          />
        </Section>
        <Section title="Purchases">
          <BarChart label="Purchases" bars={bars((day) => day.count)} format={formatNumber} />
        </Section>
        <Section title="Credits sold">
          <BarChart label="Credits sold" bars={bars((day) => day.credits)} format={formatNumber} />
        </Section>
      </div>
      <Section title="Recent activity">
        {recentActivity.length > 0 ? (
          <DataTable
            caption="Recent activity"
            columns={ACTIVITY}
            rows={recentActivity}
            rowKey={(row) => `${row.kind}-${row.id}`}
            isDense
            isStacked
          />
        ) : (
          <EmptyMessage>No activity yet</EmptyMessage>
        )}
      </Section>
    </div>
  );
}
