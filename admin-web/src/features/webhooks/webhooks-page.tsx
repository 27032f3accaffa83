import type { WebhookRow } from '@luit/contracts/billing/webhook-events';
import type { Column } from '@luit/ui/table';
import { Webhook } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { LIST_FILTERS } from '../../lib/list-filters';
import { orderPathOf } from './webhook-order';
import { OUTCOMES, WebhookOutcome } from './webhook-outcome';

const OPTIONS = Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label }));

const COLUMNS: Column<WebhookRow>[] = [
  { key: 'time', header: 'Received', cell: ({ receivedAt }) => <Timestamp at={receivedAt} /> },
  {
    key: 'event',
    header: 'Event',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-44',
    cell: ({ id, type, eventId }) => (
      <>
        <TextLink to={`/webhooks/${id}`}>{type === 'unknown' ? 'Not read' : type}</TextLink>
        <p className="text-label text-muted">
          <Identifier>{eventId}</Identifier>
        </p>
      </>
    ),
  },
  { key: 'outcome', header: 'Outcome', cell: (row) => <WebhookOutcome row={row} /> },
  {
    key: 'payment',
    header: 'Payment',
    className: 'max-w-44',
    cell: (row) => row.paymentId && <Identifier to={orderPathOf(row)}>{row.paymentId}</Identifier>,
  },
];

/** Every webhook of Razorpay with what it did, and those that were refused. */
export default function WebhooksPage() {
  const state = useTableState({ filters: LIST_FILTERS.webhooks });
  const query = usePage<WebhookRow>('/api/admin/webhooks', state);
  return (
    <>
      <PageHeader
        title="Payment webhooks"
        description="What Razorpay reported and what Luit did with it. At most 100 refused webhooks an hour are listed."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by event, payment, or order ID" />
        <Filter state={state} name="outcome" label="Outcome" options={OPTIONS} />
      </TableToolbar>
      <PagedTable
        caption="Payment webhooks"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No webhooks', icon: <Webhook className="size-6" /> }}
      />
    </>
  );
}
