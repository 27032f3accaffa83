import type { RunnerOverview, RunnerToken } from '@luit/contracts/generation/runners';
import { Badge } from '@luit/ui/badge';
import { type Column, Table } from '@luit/ui/table';
import { Elapsed } from '../../../components/elapsed';
import { formatNumber } from '../../../lib/format';

type Row = RunnerOverview & { machine: string };

const COLUMNS: Column<Row>[] = [
  { key: 'machine', header: 'Machine', onPhones: 'title', cell: ({ machine }) => machine },
  {
    key: 'state',
    header: 'State',
    cell: ({ isOnline }) => <Badge tone={isOnline ? 'success' : 'neutral'}>{isOnline ? 'Online' : 'Offline'}</Badge>,
  },
  { key: 'gpu', header: 'GPU', cell: ({ gpu }) => gpu ?? 'Not known' },
  { key: 'engines', header: 'Server', cell: ({ engines }) => engines.join(', ') },
  {
    key: 'running',
    header: 'Jobs',
    align: 'end',
    cell: ({ running, slots }) => `${formatNumber(running)} of ${formatNumber(slots)}`,
  },
  { key: 'version', header: 'Version', cell: ({ version }) => version },
  { key: 'seen', header: 'Last contact', cell: ({ lastSeenAt }) => <Elapsed since={lastSeenAt} /> },
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
