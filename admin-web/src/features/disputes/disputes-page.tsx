import type { AdminDispute, DisputeState } from '@luit/contracts/billing/disputes';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { Scale } from 'lucide-react';
import { Identifier } from '../../components/identifier';
import { PageHeader } from '../../components/page-header';
import { PagedTable } from '../../components/paged-table';
import { RefreshButton } from '../../components/refresh-button';
import { Filter, SearchBox, TableToolbar } from '../../components/table-toolbar';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { usePage } from '../../components/use-page';
import { useTableState } from '../../components/use-table-state';
import { USER_COLUMN } from '../../components/user-column';
import { formatNumber, formatPaise, sentenceCase } from '../../lib/format';
import { LIST_FILTERS } from '../../lib/list-filters';

const TONES: Record<DisputeState, BadgeTone> = { open: 'danger', lost: 'neutral', won: 'success' };
const STATES = (['open', 'lost', 'won'] as const).map((value) => ({ value, label: sentenceCase(value) }));

const COLUMNS: Column<AdminDispute>[] = [
  {
    key: 'deadline',
    header: 'Respond by',
    cell: ({ state, respondBy, settledAt }) => {
      if (state !== 'open')
        return (
          <span className="text-muted">
            Decided <Timestamp at={settledAt} />
          </span>
        );
      return respondBy ? <Timestamp at={respondBy} /> : 'No deadline';
    },
  },
  { key: 'state', header: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{sentenceCase(state)}</Badge> },
  {
    key: 'order',
    header: 'Dispute',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-44',
    cell: ({ id, orderId, orderName, reason, phase }) => (
      <>
        <TextLink to={`/orders/${orderId}`}>{orderName}</TextLink>
        <p className="break-words">{`${sentenceCase(phase)}: ${sentenceCase(reason)}`}</p>
        <p className="text-label text-muted">
          <Identifier>{id}</Identifier>
        </p>
      </>
    ),
  },
  // Narrower than elsewhere, so that a tablet shows every column.
  { ...USER_COLUMN, className: 'max-w-32 xl:max-w-64' },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ amountPaise }) => formatPaise(amountPaise),
  },
  {
    key: 'credits',
    header: 'Credits taken',
    align: 'end',
    cell: ({ creditsTaken, creditsOwed, reversedAt }) => (
      <>
        <span>{formatNumber(creditsTaken)}</span>
        {reversedAt && <p className="text-label text-muted">Returned</p>}
        {creditsOwed > 0 && <p className="text-label text-muted">{`${formatNumber(creditsOwed)} owed`}</p>}
      </>
    ),
  },
];

/** Payments that payers dispute at their banks. Operators respond in Razorpay's dashboard. */
export default function DisputesPage() {
  const state = useTableState({ filters: LIST_FILTERS.disputes });
  const query = usePage<AdminDispute>('/api/admin/disputes', state);
  return (
    <>
      <PageHeader
        title="Disputes"
        description="Payments that payers have disputed with their bank. Respond in Razorpay’s dashboard before the deadline. Filter by Open to sort by deadline."
      >
        <RefreshButton query={query} />
      </PageHeader>
      <TableToolbar>
        <SearchBox state={state} label="Search by dispute or payment ID" />
        <Filter state={state} name="state" label="State" options={STATES} />
      </TableToolbar>
      <PagedTable
        caption="Disputes"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        query={query}
        state={state}
        empty={{ title: 'No disputes', icon: <Scale className="size-6" /> }}
      />
    </>
  );
}
