import type { AdminRefund, AdminTransactionDetails } from '@luit/contracts/billing/transactions';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import type { Column } from '@luit/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { DataTable } from '../../components/data-table';
import { DownloadButton } from '../../components/download-button';
import { BackLink } from '../../components/back-link';
import { PageHeader } from '../../components/page-header';
import { QueryPanel } from '../../components/query-panel';
import { DescriptionList, EmptyMessage, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatChange, formatNumber, formatPaise, sentenceCase } from '../../lib/format';
import { useCan } from '../../lib/operator';
import { useServices } from '../../lib/services';
import { SOURCES } from './order-labels';
import { RefundDialog } from './refund-dialog';
import { isRefundOpen, moneyText, OPEN_REFUND_POLL_MS, StatusBadge, TypeBadge } from './transaction-labels';

const REFUND_STATES: Record<AdminRefund['state'], string> = {
  requested: 'In progress',
  processed: 'Paid out',
  failed: 'Failed',
};

const REFUNDS: Column<AdminRefund>[] = [
  { key: 'at', header: 'Requested', cell: (refund) => <Timestamp at={refund.created_at} canWrap /> },
  { key: 'reason', header: 'Reason', cell: (refund) => sentenceCase(refund.reason) },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, isOverdue, attempts, lastError }) => (
      <>
        <Badge tone={state === 'processed' ? 'success' : state === 'failed' || isOverdue ? 'danger' : 'accent'}>
          {isOverdue ? 'Not paid' : REFUND_STATES[state]}
        </Badge>
        {state === 'requested' && lastError && (
          <p className="wrap-anywhere text-muted">{`Attempts: ${formatNumber(attempts)}. Last error: ${lastError}`}</p>
        )}
      </>
    ),
  },
  { key: 'credits', header: 'Credits', align: 'end', cell: (refund) => formatNumber(refund.credits) },
  { key: 'amount', header: 'Amount', align: 'end', cell: (refund) => formatPaise(refund.amountPaise) },
];

function hasOpenRefund({ payment, ...row }: AdminTransactionDetails): boolean {
  return isRefundOpen(row) || (payment?.refunds.some(({ state }) => state === 'requested') ?? false);
}

export default function TransactionPage() {
  const { transactionId = '' } = useParams();
  const { client } = useServices();
  const query = useQuery({
    queryKey: ['transaction', transactionId],
    queryFn: ({ signal }) =>
      client.get<AdminTransactionDetails>(`/api/admin/transactions/${encodeURIComponent(transactionId)}`, signal),
    refetchInterval: ({ state: { data } }) => (data && hasOpenRefund(data) ? OPEN_REFUND_POLL_MS : false),
  });
  return (
    <>
      <PageHeader
        title={query.data?.description ?? 'Transaction'}
        back={<BackLink to="/transactions">Transactions</BackLink>}
      />
      <QueryPanel query={query} loading="Loading transaction">
        {(row) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Section title="Details">
              <DescriptionList
                items={[
                  ['Type', <TypeBadge key="type" row={row} />],
                  ['Status', <StatusBadge key="status" row={row} />],
                  ...(row.amountPaise === undefined ? [] : [['Amount', moneyText(row)] as [string, string]]),
                  ['Credits', formatChange(row.amount)],
                  ['Balance after', formatNumber(row.balance_after)],
                  [
                    'User',
                    <TextLink key="user" to={`/users/${row.user_id}`}>
                      {row.user_email ?? row.user_id}
                    </TextLink>,
                  ],
                  ['Time', <Timestamp key="time" at={row.created_at} />],
                  ['Reference', row.reference_id ?? '–'],
                  ['ID', row.id],
                ]}
              />
            </Section>
            <Payment row={row} />
          </div>
        )}
      </QueryPanel>
    </>
  );
}

function Payment({ row }: { row: AdminTransactionDetails }) {
  const mayRefund = useCan('transactions.refund');
  const mayDownload = useCan('invoices.read');
  const [isRefunding, setRefunding] = useState(false);
  const { payment } = row;
  if (!payment) {
    return (
      <Section title="Payment">
        <EmptyMessage>No payment</EmptyMessage>
      </Section>
    );
  }
  const canRefund = mayRefund && row.type === 'purchase' && payment.refundablePaise >= 100;
  return (
    <div className="grid content-start gap-5">
      <Section
        title="Payment"
        action={
          canRefund && (
            <Button tone="secondary" size="sm" onClick={() => setRefunding(true)}>
              Refund
            </Button>
          )
        }
      >
        <DescriptionList
          items={[
            ['Captured', formatPaise(payment.amountPaise)],
            ['Refundable', formatPaise(payment.refundablePaise)],
            ['Razorpay payment', payment.id],
            ['Razorpay order', payment.razorpay_order_id ?? '–'],
            [
              'Order',
              <TextLink key="order" to={`/orders/${payment.order_id}`}>
                {payment.order_id}
              </TextLink>,
            ],
            ['Reported by', SOURCES[payment.source]],
          ]}
        />
        {mayDownload && row.type === 'purchase' && (
          <div className="border-t border-line px-4 py-3">
            <DownloadButton path={`/api/admin/invoices/${row.id}.pdf`} name={`${row.id}.pdf`} label="Invoice PDF" />
          </div>
        )}
      </Section>
      <Section title="Refunds">
        {payment.refunds.length > 0 ? (
          <DataTable
            caption="Refunds"
            columns={REFUNDS}
            rows={payment.refunds}
            rowKey={(refund) => refund.id}
            isDense
            isStacked
          />
        ) : (
          <EmptyMessage>No refunds</EmptyMessage>
        )}
      </Section>
      {isRefunding && <RefundDialog row={row} payment={payment} onClose={() => setRefunding(false)} />}
    </div>
  );
}
