import type { RunnerOverview, RunnerToken } from '@luit/contracts/generation/runners';
import { Badge } from '@luit/ui/badge';
import { type Column, Table } from '@luit/ui/table';
import { Elapsed } from '../../../components/elapsed';
import { formatNumber } from '../../../lib/format';

type Row = RunnerOverview & { machine: string };

const COLUMNS: Column<Row>[] = [
  {
    key: 'machine',
    header: 'Machine',
    onPhones: 'title',
    cell: ({ machine, gpu, engines, version }) => (
      <>
        <span className="block">{machine}</span>
        <span className="block text-label font-normal text-muted">
          {[gpu ?? 'GPU not known', engines.join(', '), version].join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ isOnline }) => <Badge tone={isOnline ? 'success' : 'neutral'}>{isOnline ? 'Online' : 'Offline'}</Badge>,
  },
  {
    key: 'running',
    header: 'Jobs',
    align: 'end',
    cell: ({ running, slots }) => (
      <span className="whitespace-nowrap">{`${formatNumber(running)} of ${formatNumber(slots)}`}</span>
    ),
  },
  {
    key: 'seen',
    header: 'Last contact',
    align: 'end',
    cell: ({ lastSeenAt }) => (
      <span className="whitespace-nowrap">
        <Elapsed since={lastSeenAt} /> ago
      </span>
    ),
  },
];

export function RunnerTable({ runners, tokens }: { runners: RunnerOverview[]; tokens: RunnerToken[] }) {
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const rows = runners.map((runner) => ({ ...runner, machine: names.get(runner.tokenId) ?? 'Revoked token' }));
  return (
    <Table
      caption="Runners"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ tokenId, id }) => `${tokenId} ${id}`}
      isDense
      isStacked
    />
  );
}
