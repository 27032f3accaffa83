import type { MailRow } from '@luit/contracts/auth/mails';
import type { OrderLine } from '@luit/contracts/billing/order-statements';
import { Badge } from '@luit/ui/badge';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { Identifier } from '../../components/identifier';
import { DataTable } from '../../components/data-table';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { RefreshButton } from '../../components/refresh-button';
import { EmptyMessage, Section } from '../../components/section';
import { formatChange, formatPaise, formatTime, sentenceCase } from '../../lib/format';
import { useServices } from '../../lib/services';
import { gapsOf, LINE_LABELS, linkOf, noteOf } from '../transactions/order-labels';
import { OwedMoney, RefundPurchase } from './order-refunds';
import { DisputeNotice, OrderBadges } from './order-status';
import { CreditSums, MoneySums, OrderFacts } from './order-sums';
import type { OrderView } from './order-view';
import { OPEN_REFUND_POLL_MS } from '../transactions/transaction-labels';

const LINES: Column<OrderLine>[] = [
  {
    key: 'time',
    header: 'Time',
    className: 'whitespace-nowrap align-top',
    cell: ({ at }) => <time dateTime={at}>{formatTime(at)}</time>,
  },
  {
    key: 'what',
    header: 'What happened',
    onPhones: 'title',
    className: 'w-full max-w-0 min-w-56',
    cell: (line) => <What line={line} />,
  },
  {
    key: 'amount',
    header: 'Money',
    align: 'end',
    className: 'whitespace-nowrap align-top',
    cell: ({ amountPaise }) => (amountPaise === 0 ? '' : `${amountPaise > 0 ? '+' : ''}${formatPaise(amountPaise)}`),
  },
  {
    key: 'credits',
    header: 'Credits',
    align: 'end',
    className: 'whitespace-nowrap align-top',
    cell: ({ credits }) => (credits === 0 ? '' : formatChange(credits)),
  },
];

const MAILS: Column<MailRow>[] = [
  { key: 'kind', header: 'Email', onPhones: 'title', cell: ({ kind }) => sentenceCase(kind) },
  { key: 'to', header: 'To', className: 'max-w-64', cell: ({ to }) => <Identifier>{to}</Identifier> },
  {
    key: 'state',
    header: 'Sent',
    className: 'whitespace-nowrap',
    cell: ({ sentAt }) => (sentAt ? formatTime(sentAt) : <Badge tone="accent">Not sent yet</Badge>),
  },
];

/** Disputes stand out; what Luit only received or issued does not. */
const LINE_CLASSES: Partial<Record<OrderLine['kind'], string>> = {
  payment_mismatch: 'font-semibold text-danger',
  dispute_opened: 'font-semibold text-danger',
  dispute_lost: 'font-semibold text-danger',
  webhook: 'text-muted',
  document_issued: 'text-muted',
};

function What({ line }: { line: OrderLine }) {
  const [note, link] = [noteOf(line), linkOf(line)];
  return (
    <>
      <p className={LINE_CLASSES[line.kind] ?? 'font-medium'}>{LINE_LABELS[line.kind]}</p>
      {note && <p className="wrap-anywhere text-muted">{note}</p>}
      <p className="text-label text-muted">
        <Identifier to={link}>{line.reference}</Identifier>
      </p>
    </>
  );
}

function hasOpenRefund({ lines }: OrderView): boolean {
  const count = (...kinds: OrderLine['kind'][]) => lines.filter(({ kind }) => kinds.includes(kind)).length;
  return count('refund_requested') > count('refund_processed', 'refund_failed');
}

/** Everything that happened to one order, from its creation to its last refund. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['order', id],
    queryFn: ({ signal }) => client.get<OrderView>(`/api/admin/orders/${encodeURIComponent(id)}`, signal),
    refetchInterval: ({ state: { data } }) => (data && hasOpenRefund(data) ? OPEN_REFUND_POLL_MS : false),
  });
  const { data } = query;
  return (
    <>
      <PageHeader
        title={data ? `Order: ${data.name}` : 'Order'}
        description={
          data && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <OrderBadges order={data} />
              <code className="text-label break-all select-all">{data.orderId}</code>
            </div>
          )
        }
        back={<BackLink to="/transactions">Transactions</BackLink>}
      >
        {data && <RefundPurchase order={data} />}
        <RefreshButton query={query} />
      </PageHeader>
      <QueryPanel query={query} loading="Loading order">
        {(order) => (
          <>
            <OwedMoney order={order} />
            <DisputeNotice order={order} />
            <Statement order={order} loadedAt={query.dataUpdatedAt} />
          </>
        )}
      </QueryPanel>
    </>
  );
}

function Statement({ order, loadedAt }: { order: OrderView; loadedAt: number }) {
  return (
    <div className="grid gap-5 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="grid min-w-0 content-start gap-5">
        <Section title="Statement">
          <DataTable
            caption="Statement"
            columns={LINES}
            rows={order.lines}
            rowKey={({ at, kind, reference }) => `${at} ${kind} ${reference}`}
            isDense
            isStacked
          />
        </Section>
        <Section title="Emails">
          {order.mails.length > 0 ? (
            <DataTable caption="Emails" columns={MAILS} rows={order.mails} rowKey={({ id }) => id} isDense isStacked />
          ) : (
            <EmptyMessage>No emails about this order</EmptyMessage>
          )}
        </Section>
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <MoneySums order={order} />
        <CreditSums order={order} />
        <OrderFacts order={order} />
        <Section title="What Luit cannot show">
          <ul className="grid gap-2 px-4 py-3 text-sm">
            {gapsOf(order, loadedAt).map((gap) => (
              <li key={gap}>{gap}</li>
            ))}
          </ul>
        </Section>
      </div>
    </div>
  );
}
