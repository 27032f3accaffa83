import type { BulkItem } from '@luit/contracts/operations/job-actions';
import { Badge } from '@luit/ui/badge';
import { Card } from '@luit/ui/card';
import { Progress } from '@luit/ui/progress';
import type { Column } from '@luit/ui/table';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { useTableState } from '../../components/use-table-state';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import {
  BULK_PATH,
  type BulkItemPage,
  bulkTitle,
  type BulkRow,
  ITEM_STATES,
  progressText,
  PROGRESS_POLL_MS,
} from './bulk-operations';

const FILTERS = ['state'] as const;
const STATES = Object.entries(ITEM_STATES).map(([value, { label }]) => ({ value, label }));

const COLUMNS: Column<BulkItem>[] = [
  {
    key: 'job',
    header: 'Job',
    onPhones: 'title',
    cell: ({ id }) => <TextLink to={`/jobs/${id}`}>{id}</TextLink>,
  },
  {
    key: 'state',
    header: 'Result',
    cell: ({ state }) => <Badge tone={ITEM_STATES[state].tone}>{ITEM_STATES[state].label}</Badge>,
  },
  {
    key: 'details',
    header: 'Details',
    onPhones: 'block',
    cell: ({ refusal, createdId }) => refusal ?? (createdId && <TextLink to={`/jobs/${createdId}`}>New job</TextLink>),
  },
  { key: 'credits', header: 'Credits', align: 'end', cell: ({ credits }) => formatNumber(credits) },
  { key: 'at', header: 'Time', cell: ({ done_at }) => done_at && <Timestamp at={done_at} /> },
];

/** A bulk action: its progress, and what happened to each job. */
export default function BulkOperationPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const state = useTableState({ filters: FILTERS });
  const query = useQuery({
    queryKey: [BULK_PATH, id, state.search],
    queryFn: ({ signal }) => client.get<BulkItemPage>(`${BULK_PATH}/${encodeURIComponent(id)}?${state.search}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data && data.operation.left === 0 ? false : PROGRESS_POLL_MS),
  });
  const operation = query.data?.operation;
  return (
    <>
      <PageHeader
        title={operation ? bulkTitle(operation) : 'Bulk action'}
        back={<BackLink to="/bulk-actions">Bulk actions</BackLink>}
      />
      {operation && <Summary operation={operation} />}
      <TableToolbar>
        <Filter state={state} name="state" label="Result" options={STATES} />
      </TableToolbar>
      <PagedTable
        caption="Jobs of this action"
        columns={COLUMNS}
        rowKey={(item) => item.id}
        query={query}
        state={state}
        empty={{ title: 'No matching jobs' }}
      />
    </>
  );
}

function Summary({ operation }: { operation: BulkRow }) {
  const { jobs, left, admin_email, reason, created_at } = operation;
  return (
    <Card className="mb-4 grid gap-2 p-4">
      <p role="status" className="font-semibold tabular-nums">
        {progressText(operation)}
      </p>
      {left > 0 && <Progress value={((jobs - left) / jobs) * 100} label="Progress of this action" />}
      <p className="text-sm text-muted">
        <span>{admin_email || 'Deleted operator'}, </span>
        <Timestamp at={created_at} />
        {reason && <span>{` · ${reason}`}</span>}
      </p>
      {left > 0 && <p className="text-sm text-muted">The action continues if you close this page.</p>}
    </Card>
  );
}
