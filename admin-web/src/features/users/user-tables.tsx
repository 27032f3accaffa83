import type { AdminTransactionRow } from '@luit/contracts/billing/transactions';
import type { AdminJobRow } from '@luit/contracts/operations/jobs';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/data-table';
import { QueryPanel } from '../../components/query-panel';
import { EmptyMessage, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import type { Page } from '../../components/use-page';
import { Timestamp } from '../../components/timestamp';
import { formatNumber } from '../../lib/format';
import { useServices } from '../../lib/services';
import { STATUS_TONES, jobTitle, stateLabel } from '../jobs/job-format';
import { TRANSACTION_COLUMNS } from '../transactions/transaction-columns';

const LIMIT = 10;
const STATEMENT = TRANSACTION_COLUMNS.filter(({ key }) => key !== 'user').map((column) => ({
  ...column,
  sortBy: undefined,
}));

const JOBS: Column<AdminJobRow>[] = [
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{stateLabel(status)}</Badge>,
  },
  {
    key: 'prompt',
    header: 'Prompt',
    onPhones: 'title',
    className: 'max-w-md',
    cell: (job) => (
      <p className="truncate">
        <TextLink to={`/jobs/${job.id}`}>{jobTitle(job)}</TextLink>
      </p>
    ),
  },
  { key: 'credits', header: 'Credits', align: 'end', cell: (job) => formatNumber(job.cost_credits) },
  { key: 'created', header: 'Created', cell: (job) => <Timestamp at={job.created_at} /> },
];

function useLatest<Row>(path: string) {
  const { client } = useServices();
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => client.get<Page<Row>>(`${path}&limit=${LIMIT}`, signal),
  });
}

/** The latest credit transactions of a user. */
export function UserStatement({ userId }: { userId: string }) {
  const query = useLatest<AdminTransactionRow>(`/api/admin/transactions?user=${userId}`);
  return (
    <Section title="Statement" action={<TextLink to={`/transactions?user=${userId}`}>All</TextLink>}>
      <QueryPanel query={query} loading="Loading statement">
        {({ items }) =>
          items.length > 0 ? (
            <DataTable
              caption="Latest transactions"
              columns={STATEMENT}
              rows={items}
              rowKey={(row) => row.id}
              isDense
              isStacked
            />
          ) : (
            <EmptyMessage>No transactions yet</EmptyMessage>
          )
        }
      </QueryPanel>
    </Section>
  );
}

export function UserJobs({ userId }: { userId: string }) {
  const query = useLatest<AdminJobRow>(`/api/admin/jobs?user=${userId}`);
  return (
    <Section title="Jobs" action={<TextLink to={`/jobs?user=${userId}`}>All</TextLink>}>
      <QueryPanel query={query} loading="Loading jobs">
        {({ items }) =>
          items.length > 0 ? (
            <DataTable caption="Latest jobs" columns={JOBS} rows={items} rowKey={(job) => job.id} isDense isStacked />
          ) : (
            <EmptyMessage>No jobs yet</EmptyMessage>
          )
        }
      </QueryPanel>
    </Section>
  );
}
