import type { ProviderOverview } from '@luit/contracts/generation/providers';
import type { JobMetrics, TimingsRow } from '@luit/contracts/operations/job-metrics';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import type { Column } from '@luit/ui/table';
import { Tabs } from '@luit/ui/tabs';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DataTable } from '../../components/data-table';
import { Loaded } from '../../components/loaded';
import { Meter } from '../../components/meter';
import { failuresText, isKeyMissing, reasonText, stateOf, successOf, unhealthyText } from '../providers/provider-state';
import { formatSeconds } from '../../lib/format';
import type { WorkerOverview } from '../live-operations/jobs-queries';
import { QueueList } from './queue-list';

interface SystemPanelProps {
  metrics: UseQueryResult<JobMetrics>;
  workers: UseQueryResult<WorkerOverview>;
}

/** Providers, workers, queues and latency, one per tab. */
export function SystemPanel({ metrics, workers }: SystemPanelProps) {
  const [tab, setTab] = useState('providers');
  const unhealthy = metrics.data ? unhealthyText(metrics.data.providers) : null;
  const paused = metrics.data?.queues.filter(({ isPaused }) => isPaused).length ?? 0;
  return (
    <Card className="min-w-0 overflow-hidden">
      <Tabs
        label="System"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'providers',
            label: <TabLabel label="Providers" problem={unhealthy} />,
            content: (
              <Loaded query={metrics} what="the providers">
                {({ providers }) => <Providers providers={providers} />}
              </Loaded>
            ),
          },
          {
            value: 'workers',
            label: `Workers ${countText(workers)}`,
            content: (
              <Loaded query={workers} what="the workers">
                {(overview) => <Workers overview={overview} />}
              </Loaded>
            ),
          },
          {
            value: 'queues',
            label: <TabLabel label="Queues" problem={paused > 0 ? `${paused} paused` : null} />,
            content: (
              <Loaded query={metrics} what="the queues">
                {({ queues }) => <QueueList queues={queues} />}
              </Loaded>
            ),
          },
          {
            value: 'times',
            label: 'Latency',
            content: (
              <Loaded query={metrics} what="the latency">
                {({ times }) => <Times rows={times} />}
              </Loaded>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** The number of live workers. Zero is a fact; what was not read, or not completely, is not zero. */
function countText({ data, isError }: UseQueryResult<WorkerOverview>): string {
  if (!data) return isError ? 'unknown' : '…';
  const alive = data.items.filter(({ isAlive }) => isAlive).length;
  return alive === 0 && !data.isComplete ? 'unknown' : String(alive);
}

function TabLabel({ label, problem }: { label: string; problem: string | null }) {
  return (
    <>
      <span>{label}</span>
      {problem && <Badge tone="danger">{problem}</Badge>}
    </>
  );
}

function Providers({ providers }: { providers: ProviderOverview[] }) {
  return (
    <ul className="divide-y divide-line">
      {providers.map((provider) => (
        <li key={provider.name} className="grid gap-1.5 px-4 py-2.5 text-sm">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Link to={`/jobs?provider=${provider.name}`} className="font-semibold underline-offset-4 hover:underline">
              {provider.name}
            </Link>
            <Badge tone={stateOf(provider).tone}>{stateOf(provider).label}</Badge>
          </div>
          <Meter
            value={provider.busy}
            of={provider.slots}
            label={`${provider.busy} of ${provider.slots} slots in use`}
          />
          <p className="flex flex-wrap gap-x-3 text-label text-muted tabular-nums">
            <span>{provider.waiting} queued</span>
            <span>
              Success: {successOf(provider.lastFiveMinutes)} in 5 minutes, {successOf(provider.lastHour)} in an hour
            </span>
            <span>
              {provider.submitsLeft} submissions available, {provider.submitsPerMinute} per minute
            </span>
          </p>
          {(provider.failures > 0 || provider.pausedMs > 0) && (
            <p className="text-label text-danger">
              {[
                provider.failures > 0 &&
                  `${failuresText(provider.failures)}${provider.reason ? `: ${reasonText(provider.reason)}` : ''}.`,
                provider.closedForMs > 0 &&
                  !isKeyMissing(provider) &&
                  `Next attempt in ${formatSeconds(provider.closedForMs / 1_000)}.`,
                provider.pausedMs > 0 && `Rate limited for ${formatSeconds(provider.pausedMs / 1_000)}.`,
              ]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Workers({ overview: { items: workers, isComplete } }: { overview: WorkerOverview }) {
  if (workers.length === 0) {
    return isComplete ? (
      <p className="px-4 py-6 text-sm text-danger">
        No worker has sent a heartbeat in the last minute. Jobs wait until a worker starts.
      </p>
    ) : (
      <p className="px-4 py-6 text-sm text-muted">The gateway has just started. It is waiting for workers to report.</p>
    );
  }
  return (
    <ul className="max-h-80 divide-y divide-line overflow-y-auto">
      {workers.map((worker) => (
        <li key={worker.instance} className="grid gap-1 px-4 py-2.5 text-sm">
          <div className="flex items-center justify-between gap-2">
            <span className="truncate font-semibold" title={worker.instance}>
              {worker.host} · {worker.pid}
            </span>
            <Badge tone={worker.isAlive ? (worker.isStopping ? 'accent' : 'success') : 'danger'}>
              {worker.isAlive
                ? worker.isStopping
                  ? 'Draining'
                  : 'Online'
                : `No heartbeat for ${formatSeconds(worker.silentForMs / 1_000)}`}
            </Badge>
          </div>
          <p className="text-label text-muted tabular-nums">
            {worker.inFlight === 0 ? 'Idle' : `${worker.inFlight} in flight`}, {worker.done.toLocaleString('en-IN')}{' '}
            processed
          </p>
          {worker.tasks.length > 0 && (
            <ul className="flex flex-wrap gap-1.5">
              {worker.tasks.slice(0, 6).map((task) => (
                <li key={`${task.queue} ${task.id}`}>
                  <TaskLink queue={task.queue} id={task.id} runningForMs={task.runningForMs} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function TaskLink({ queue, id, runningForMs }: { queue: string; id: string; runningForMs: number }) {
  const text = `${queue} ${id.slice(-6)} · ${formatSeconds(runningForMs / 1_000)}`;
  const className = 'rounded bg-sunken px-1.5 py-0.5 text-label text-muted tabular-nums';
  if (queue === 'mail') return <span className={className}>{text}</span>;
  return (
    <Link to={`/jobs/${id}`} className={`${className} hover:text-ink`}>
      {text}
    </Link>
  );
}

const TIMES: Column<TimingsRow>[] = [
  {
    key: 'plan',
    header: 'Plan',
    cell: ({ planId, provider }) => (
      <>
        <span className="font-medium whitespace-nowrap">{planId}</span>
        <span className="block text-label text-muted">{provider}</span>
      </>
    ),
  },
  {
    key: 'wait',
    header: 'Wait p50 / p95',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (row) => `${formatSeconds(row.waitP50)} / ${formatSeconds(row.waitP95)}`,
  },
  {
    key: 'run',
    header: 'Run p50 / p95',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (row) => `${formatSeconds(row.runP50)} / ${formatSeconds(row.runP95)}`,
  },
];

function Times({ rows }: { rows: TimingsRow[] }) {
  if (rows.length === 0) return <p className="px-4 py-6 text-sm text-muted">No jobs were submitted in this period.</p>;
  return (
    <div className="max-h-80 overflow-y-auto">
      <DataTable
        caption="Wait and run times by plan and provider"
        columns={TIMES}
        rows={rows}
        rowKey={(row) => `${row.planId} ${row.provider}`}
        isDense
      />
    </div>
  );
}
