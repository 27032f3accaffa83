import type { MetricsWindow } from '@luit/contracts/operations/job-metrics';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { Card } from '@luit/ui/card';
import { Tabs } from '@luit/ui/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ExportButton } from '../../components/export-button';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { StaleNotice } from '../../components/stale-notice';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { useServices } from '../../lib/services';
import { OpenAlerts } from '../alerts/open-alerts';
import { BulkActions } from './bulk-actions';
import { JobStats } from './job-stats';
import { JOB_COLUMNS } from './job-columns';
import { TYPE_LABELS, stateLabel } from './job-format';
import { LIVE_POLL_MS, metricsQuery, openAlertsQuery, POLL_MS, workersQuery } from '../live-operations/jobs-queries';
import { LiveBadge } from '../../components/live-badge';
import { JOBS_PATH } from '../live-operations/live-operations';
import { SystemPanel } from './system-panel';
import { ThroughputChart } from './throughput-chart';
import { TimeFilter } from './time-filter';
import { useLiveOperations } from '../live-operations/use-live-operations';
import { UserFilter } from './user-filter';

const EXPORT_FILTERS = ['status', 'type', 'provider', 'user'] as const;
const STATUSES = ['unfinished', 'pending', 'unknown', 'running', 'succeeded', 'failed', 'canceled'].map((value) => ({
  value,
  label: stateLabel(value),
}));
const TYPES = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }));
const WINDOWS = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];

/** The operators' main page: open alerts, throughput, system state, and every job with its credits. */
export default function JobsPage() {
  const { client } = useServices();
  const isLive = useLiveOperations();
  const [window, setWindow] = useState<MetricsWindow>('hour');
  const metrics = useQuery(metricsQuery(client, window, isLive));
  const workers = useQuery(workersQuery(client, isLive));
  const alerts = useQuery(openAlertsQuery(client, isLive));
  const state = useTableState({ sort: 'age', filters: LIST_FILTERS.jobs });
  const jobs = usePage<AdminJobRow>(JOBS_PATH, state, isLive ? LIVE_POLL_MS : POLL_MS);
  const providers = metrics.data?.providers.map(({ name }) => ({ value: name, label: name })) ?? [];
  return (
    <>
      <PageHeader title="Jobs">
        <LiveBadge isLive={isLive} queries={[metrics, workers, alerts, jobs]} />
        <ExportButton
          what="jobs"
          path="/api/admin/jobs/export.csv"
          permission="jobs.export"
          state={state}
          filters={EXPORT_FILTERS}
        />
      </PageHeader>
      <OpenAlerts query={alerts} />
      <StaleNotice query={metrics} />
      <JobStats now={metrics.data?.now} isFailed={metrics.isError} />
      <div className="mb-6 grid gap-2.5 xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <Card className="min-w-0 overflow-hidden">
          <Tabs
            label="Time range"
            value={window}
            onChange={(value) => setWindow(value as MetricsWindow)}
            aside={<h2 className="px-2 text-label text-muted eyebrow">Throughput</h2>}
            tabs={WINDOWS.map((each) => ({
              ...each,
              content: (
                <Loaded query={metrics} what="the throughput">
                  {({ series, stepSeconds }) => <ThroughputChart points={series} stepSeconds={stepSeconds} />}
                </Loaded>
              ),
            }))}
          />
        </Card>
        <SystemPanel metrics={metrics} workers={workers} />
      </div>
      <TableToolbar>
        <SearchBox state={state} label="Search by job ID, task ID, or prompt" />
        <Filter state={state} name="status" label="Status" options={STATUSES} />
        <Filter state={state} name="type" label="Type" options={TYPES} />
        <Filter state={state} name="provider" label="Provider" options={providers} />
        <TimeFilter state={state} />
        <UserFilter state={state} rows={jobs.data?.items ?? []} />
        <BulkActions state={state} />
      </TableToolbar>
      <PagedTable
        caption="Jobs"
        columns={JOB_COLUMNS}
        rowKey={(job) => job.id}
        query={jobs}
        state={state}
        empty={{ title: 'No matching jobs' }}
      />
    </>
  );
}
