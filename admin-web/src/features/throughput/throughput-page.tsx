import type { MetricsWindow, Throughput, ThroughputBy, ThroughputGroup } from '@luit/contracts/operations/job-metrics';
import type { Column } from '@luit/ui/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../components/data-table';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { EmptyMessage, Section } from '../../components/section';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { useTableState } from '../../components/use-table-state';
import { formatNumber, formatShare, TIME_ZONE_NAME } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';
import { useServices } from '../../lib/services';
import { TYPE_LABELS } from '../jobs/job-format';
import { GroupChart, stepLabel } from './group-chart';

const WINDOWS: { value: MetricsWindow; label: string }[] = [
  { value: 'day', label: 'Last day' },
  { value: 'week', label: 'Last week' },
];
/** All jobs of a provider wait in one queue, so groups by type show what separate queues would show. */
const GROUPINGS: { value: ThroughputBy; label: string }[] = [
  { value: 'plan', label: 'Plan' },
  { value: 'type', label: 'Queue (job type)' },
];
const HEADERS: Record<ThroughputBy, string> = { provider: 'Provider', plan: 'Plan', type: 'Job type' };
const REFRESH_MS = 30_000;

type Total = Omit<ThroughputGroup, 'points'>;
interface Step extends Omit<Total, 'name'> {
  at: string;
  name: string;
  label: string;
}

/** A job that moved to another provider was accepted for its first one and finished at its last one. */
const acceptedLabel = (by: ThroughputBy): string => (by === 'provider' ? 'assigned first' : 'accepted');

const countColumns = (by: ThroughputBy): Column<Omit<Total, 'name'>>[] =>
  (['accepted', 'succeeded', 'failed', 'canceled'] as const).map((key) => {
    const label = key === 'accepted' ? acceptedLabel(by) : key;
    return {
      key,
      header: label.charAt(0).toUpperCase() + label.slice(1),
      align: 'end',
      cell: (row) => formatNumber(row[key]),
    };
  });

const totalColumns = (by: ThroughputBy): Column<Total>[] => [
  { key: 'name', header: HEADERS[by], onPhones: 'title', cell: ({ name }) => name },
  ...countColumns(by),
  { key: 'rate', header: 'Success rate', align: 'end', cell: successRate },
];

const stepColumns = (by: ThroughputBy): Column<Step>[] => [
  { key: 'at', header: `Time (${TIME_ZONE_NAME})`, cell: ({ at, label }) => <time dateTime={at}>{label}</time> },
  { key: 'name', header: HEADERS[by], cell: ({ name }) => name },
  ...countColumns(by),
];

/** Accepted and finished jobs by provider, plan or type, over an hour, a day or a week, as charts and as tables. */
export default function ThroughputPage() {
  const { client } = useServices();
  const state = useTableState({ filters: LIST_FILTERS.throughput });
  const window = (state.filter('window') || 'hour') as MetricsWindow;
  const by = (state.filter('by') || 'provider') as ThroughputBy;
  const query = useQuery({
    queryKey: ['throughput', window, by],
    queryFn: ({ signal }) =>
      client.get<Throughput>(`/api/admin/jobs/throughput?${new URLSearchParams({ window, by })}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Throughput"
        description={`Jobs accepted and finished, per minute, 15 minutes or hour. Times are in ${TIME_ZONE_NAME}.`}
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <Filter state={state} name="window" label="Period" options={WINDOWS} all="Last hour" />
        <Filter state={state} name="by" label="By" options={GROUPINGS} all="Provider" />
      </TableToolbar>
      <QueryPanel query={query} loading="Loading throughput">
        {(throughput) => <Groups throughput={withNames(throughput)} />}
      </QueryPanel>
    </>
  );
}

/** Types of jobs are shown as on the page Jobs. */
function withNames({ groups, by, ...rest }: Throughput): Throughput {
  const nameOf = (name: string) => TYPE_LABELS[name as keyof typeof TYPE_LABELS] ?? 'Type not recorded';
  return {
    ...rest,
    by,
    groups: by === 'type' ? groups.map((group) => ({ ...group, name: nameOf(group.name) })) : groups,
  };
}

function Groups({ throughput: { groups, by, stepSeconds } }: { throughput: Throughput }) {
  const [isTableOpen, setTableOpen] = useState(false);
  if (groups.length === 0)
    return (
      <Section title="Jobs">
        <EmptyMessage>No jobs in this period</EmptyMessage>
      </Section>
    );
  const highest = Math.max(4, ...groups.flatMap(({ points }) => points.map(heightOf)));
  return (
    <div className="grid gap-5">
      <Section title={by === 'type' ? 'Jobs by type' : `Jobs by ${by}`}>
        <DataTable
          caption="Totals of the period"
          columns={totalColumns(by)}
          rows={[...groups, totalOf(groups)]}
          rowKey={({ name }) => name}
          isDense
          isStacked
        />
        {by === 'provider' && (
          <p className="px-4 pb-3 text-label text-muted">
            A job is assigned first to the provider that was chosen when it was accepted, and counts as finished at the
            provider that had it last.
          </p>
        )}
      </Section>
      <div className="grid gap-5 xl:grid-cols-2">
        {groups.map((group) => (
          <Section key={group.name} title={group.name}>
            <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 py-2 text-label text-muted">
              <Swatch className="h-0.5 w-3.5 bg-info" label={`${formatNumber(group.accepted)} ${acceptedLabel(by)}`} />
              <Swatch className="size-2.5 rounded-xs bg-success" label={`${formatNumber(group.succeeded)} succeeded`} />
              <Swatch className="size-2.5 rounded-xs bg-danger" label={`${formatNumber(group.failed)} failed`} />
              <Swatch className="size-2.5 rounded-xs bg-accent" label={`${formatNumber(group.canceled)} canceled`} />
            </p>
            <GroupChart group={group} highest={highest} stepSeconds={stepSeconds} accepted={acceptedLabel(by)} />
          </Section>
        ))}
      </div>
      {/* A closed table is not rendered: it has hundreds of rows, and no width that it could be measured by. */}
      <details
        className="rounded-card border border-line bg-surface"
        onToggle={(event) => setTableOpen(event.currentTarget.open)}
      >
        <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">Show the charts as a table</summary>
        {isTableOpen && (
          <DataTable
            caption="Jobs by time"
            columns={stepColumns(by)}
            rows={stepsOf(groups, stepSeconds)}
            rowKey={({ at, name }) => `${at} ${name}`}
            isDense
          />
        )}
      </details>
    </div>
  );
}

function Swatch({ className, label }: { className: string; label: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span aria-hidden className={className} />
      {label}
    </span>
  );
}

/** Steps in which something happened, newest first. */
function stepsOf(groups: ThroughputGroup[], stepSeconds: number): Step[] {
  return groups
    .flatMap(({ name, points }) => points.map((point) => ({ ...point, name, label: stepLabel(point.at, stepSeconds) })))
    .filter((step) => heightOf(step) > 0)
    .sort((one, other) => other.at.localeCompare(one.at) || one.name.localeCompare(other.name));
}

function heightOf({ accepted, succeeded, failed, canceled }: Omit<Total, 'name'>): number {
  return Math.max(accepted, succeeded + failed + canceled);
}

function totalOf(groups: ThroughputGroup[]): Total {
  const sum = (key: keyof Omit<Total, 'name'>) => groups.reduce((total, group) => total + group[key], 0);
  return {
    name: 'All',
    accepted: sum('accepted'),
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    canceled: sum('canceled'),
  };
}

function successRate({ succeeded, failed }: Total): string {
  return succeeded + failed === 0 ? '–' : formatShare(succeeded / (succeeded + failed));
}
