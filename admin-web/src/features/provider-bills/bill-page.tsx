import type { BillItem, BillSums } from '@luit/contracts/generation/provider-bills';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Identifier } from '../../components/identifier';
import { BackLink } from '../../components/back-link';
import { DataTable } from '../../components/data-table';
import { DownloadButton } from '../../components/download-button';
import { PagedTable } from '../../components/paged-table';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { DescriptionList, Section } from '../../components/section';
import { Filter, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { formatDay, formatMicros, formatNumber } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { STATUS_NAMES, STATUSES } from './bill-statuses';
import { type ShownBill, WithdrawalNotice, WithdrawBill } from './withdraw-bill';

const FILTERS = ['status'] as const;

/** What the comparison of a bill with our tasks found. */
export default function BillPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const path = `/api/admin/provider-bills/${encodeURIComponent(id)}`;
  const query = useQuery({
    queryKey: ['provider-bill', id],
    queryFn: ({ signal }) => client.get<{ bill: ShownBill }>(path, signal),
  });
  const mayExport = useCan('reports.export');
  const state = useTableState({ filters: FILTERS });
  const items = usePage<BillItem>(`${path}/items`, state);
  const status = state.filter('status');
  const title = query.data ? `Bill of ${query.data.bill.provider}` : 'Bill';
  return (
    <>
      <PageHeader title={title} back={<BackLink to="/provider-bills">Provider bills</BackLink>}>
        {query.data && <WithdrawBill bill={query.data.bill} />}
        {mayExport && (
          <DownloadButton path={`${path}/items.csv${status && `?status=${status}`}`} name={`bill-${id}.csv`} />
        )}
      </PageHeader>
      <QueryPanel query={query} loading="Loading the bill">
        {({ bill }) => (
          <div className="grid grid-cols-1 gap-5">
            <WithdrawalNotice bill={bill} />
            <Section title="File">
              <DescriptionList
                items={[
                  ['Name', bill.fileName],
                  ['Period', `${formatDay(bill.from)} to ${formatDay(bill.to)}`],
                  ['Lines', formatNumber(bill.lines)],
                  ['Total', `${formatMicros(bill.totalMicros)} ${bill.currency}`],
                  ['Imported', <Timestamp key="at" at={bill.createdAt} />],
                  ['Reason', bill.reason],
                ]}
              />
            </Section>
            <Section title="Result">
              <DataTable
                caption="Result"
                columns={sumColumns(bill.currency)}
                rows={sorted(bill.sums)}
                rowKey={(row) => row.status}
                isStacked
              />
            </Section>
            <section aria-label="Tasks">
              <TableToolbar>
                <Filter
                  state={state}
                  name="status"
                  label="Status"
                  options={STATUS_NAMES.map((value) => ({ value, label: STATUSES[value].label }))}
                />
              </TableToolbar>
              <PagedTable
                caption="Tasks"
                columns={itemColumns(bill.currency)}
                rowKey={(item) => item.id}
                query={items}
                state={state}
                empty={{ title: 'No tasks' }}
              />
            </section>
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function sorted(sums: BillSums[]): BillSums[] {
  return STATUS_NAMES.flatMap((status) => sums.find((sum) => sum.status === status) ?? []);
}

function sumColumns(currency: string): Column<BillSums>[] {
  return [
    {
      key: 'status',
      header: 'Status',
      onPhones: 'title',
      cell: ({ status }) => (
        <>
          <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          <p className="mt-1 text-label text-muted">{STATUSES[status].meaning}</p>
        </>
      ),
    },
    { key: 'items', header: 'Tasks', align: 'end', cell: ({ items }) => formatNumber(items) },
    {
      key: 'billed',
      header: `Billed (${currency})`,
      align: 'end',
      cell: ({ billedMicros }) => formatMicros(billedMicros),
    },
    {
      key: 'expected',
      header: `Expected (${currency})`,
      align: 'end',
      cell: ({ status, expectedMicros }) => (hasExpectation(status) ? formatMicros(expectedMicros) : '–'),
    },
  ];
}

function hasExpectation(status: BillSums['status']): boolean {
  return !['unknown', 'price_unknown', 'without_task'].includes(status);
}

function itemColumns(currency: string): Column<BillItem>[] {
  return [
    {
      key: 'task',
      header: 'Task',
      onPhones: 'title',
      className: 'w-full max-w-0 min-w-44',
      cell: ({ taskId, requestId }) => (
        <>
          <div className="font-medium">{taskId ? <Identifier>{taskId}</Identifier> : 'No task ID'}</div>
          {requestId && (
            <p className="text-label">
              <TextLink to={`/jobs/${requestId}`}>Job</TextLink>
            </p>
          )}
        </>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, earlierBillId }) => (
        <>
          <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
          {earlierBillId && (
            <p className="mt-1 text-label">
              <TextLink to={`/provider-bills/${earlierBillId}`}>Earlier bill</TextLink>
            </p>
          )}
        </>
      ),
    },
    { key: 'lines', header: 'Line numbers', cell: ({ lines }) => (lines.length > 0 ? lines.join(', ') : '–') },
    {
      key: 'billed',
      header: `Billed (${currency})`,
      align: 'end',
      cell: ({ billedMicros, lines }) => (lines.length > 0 ? formatMicros(billedMicros) : '–'),
    },
    {
      key: 'expected',
      header: `Expected (${currency})`,
      align: 'end',
      cell: ({ expectedMicros }) => (expectedMicros === null ? 'Unknown' : formatMicros(expectedMicros)),
    },
  ];
}
