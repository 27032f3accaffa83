import type { CallbackRow } from '@luit/contracts/operations/provider-callbacks';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { PeriodFilter } from '../../components/period-filter';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { useServices } from '../../lib/services';
import { stateLabel } from '../jobs/job-format';
import { providersQuery } from '../providers/providers-query';
import { CallbackStateBadge, STATES } from './callback-state';

const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

const COLUMNS: Column<CallbackRow>[] = [
  { key: 'received', header: 'Received', cell: ({ receivedAt }) => <Timestamp at={receivedAt} canWrap /> },
  {
    key: 'event',
    header: 'Callback',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-44',
    cell: ({ id, provider, eventId }) => (
      <>
        <TextLink to={`/callbacks/${id}`}>{provider}</TextLink>
        <p className="text-label text-muted">
          <Identifier>{eventId}</Identifier>
        </p>
      </>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => <CallbackStateBadge state={state} /> },
  {
    key: 'task',
    header: 'Task',
    className: 'max-w-48',
    cell: ({ taskId }) => (taskId ? <Identifier>{taskId}</Identifier> : 'Not named'),
  },
  {
    key: 'job',
    header: 'Job',
    cell: ({ jobId, jobState }) => <TextLink to={`/jobs/${jobId}`}>{stateLabel(jobState)}</TextLink>,
  },
];

/** The callbacks of providers that Luit stored. */
export default function CallbacksPage() {
  const { client } = useServices();
  const state = useTableState({ filters: LIST_FILTERS.callbacks });
  const query = usePage<CallbackRow>('/api/admin/callbacks', state);
  const providers = useQuery({ ...providersQuery(client), refetchInterval: false });
  const options = providers.data?.providers.map(({ name }) => ({ value: name, label: name })) ?? [];
  return (
    <>
      <PageHeader
        title="Provider callbacks"
        description="Callbacks that a worker must verify. A callback about the known task of a running job is not stored: it triggers a poll immediately and appears in the job’s timeline."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by task, job, or event ID" />
        <Filter state={state} name="provider" label="Provider" options={options} />
        <Filter state={state} name="state" label="State" options={STATE_OPTIONS} />
        <PeriodFilter state={state} label="Received" />
      </TableToolbar>
      <PagedTable
        caption="Provider callbacks"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No callbacks', icon: <Radio className="size-6" /> }}
      />
    </>
  );
}
