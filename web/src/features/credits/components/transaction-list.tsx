import { t } from '@lingui/core/macro';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { clsx } from 'clsx';
import { Button } from '@luit/ui/button';
import type { RequestView } from '@luit/contracts/http/requests';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { creditsCopy } from '../copy';
import { InvoiceButton } from './invoice-button';
import { RefundDialog } from './refund-dialog';
import { formatCreditChange, formatDateTime, formatMoney, formatNumber } from '../../../lib/format';
import { transactionKind } from '../transaction-kind';
import { transactionText } from '../../../shared/credits/transaction-texts';
import { linkTo } from '../../../shared/requests/request-link';
import { useLatestRequests } from '../../../shared/requests/use-latest-requests';

const statuses = {
  get pending() {
    return t`Pending`;
  },
  get completed() {
    return t`Completed`;
  },
  get reversed() {
    return t`Reversed`;
  },
};

const PAISE_PER_RUPEE = 100;

const STATUS_TONES: Record<CreditTransaction['status'], BadgeTone> = {
  pending: 'accent',
  completed: 'neutral',
  reversed: 'success',
};

export function TransactionList({ transactions }: { transactions: CreditTransaction[] }) {
  const [refunding, setRefunding] = useState<CreditTransaction | null>(null);
  const requests = new Map(useLatestRequests().requests.map((request) => [request.id, request]));
  return (
    <>
      <ul aria-label={t`Transactions`} className="divide-y divide-line">
        {transactions.map((transaction) => {
          const kind = transactionKind(transaction);
          return (
            <li
              key={transaction.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 px-5 py-4 sm:px-6"
            >
              <div className="min-w-0">
                <p className="font-medium">{transactionText(transaction.description)}</p>
                <RequestLink request={requests.get(transaction.reference_id ?? '')} />
              </div>
              <p
                className={clsx(
                  'text-right font-semibold whitespace-nowrap tabular-nums',
                  transaction.amount > 0 ? 'text-success' : 'text-ink',
                )}
              >
                {formatCreditChange(transaction.amount)}
              </p>
              <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
                <Badge tone={kind.tone}>{kind.label}</Badge>
                {transaction.status !== 'completed' && (
                  <Badge tone={STATUS_TONES[transaction.status]}>
                    {transaction.isDelayed ? t`Delayed: we’re retrying` : statuses[transaction.status]}
                  </Badge>
                )}
                <time dateTime={transaction.created_at}>{formatDateTime(transaction.created_at)}</time>
                {transaction.orderId && (
                  <span className="break-all">{t`Order ID: ${{ id: transaction.orderId }}`}</span>
                )}
                {transaction.refunded && (
                  <span>
                    {creditsCopy.refunded[transaction.refunded.status](
                      formatMoney(transaction.refunded.amountPaise / PAISE_PER_RUPEE),
                    )}
                  </span>
                )}
              </div>
              <p className="text-right text-sm text-muted tabular-nums">
                {t`Balance ${{ balance: formatNumber(transaction.balance_after) }}`}
              </p>
              {transaction.type === 'purchase' && (
                <div className="col-span-2 mt-1 flex flex-wrap items-center gap-2 text-sm">
                  <InvoiceButton of={transaction} document={transaction.document ?? 'receipt'} />
                  {transaction.refundable && (
                    <Button
                      tone="secondary"
                      size="sm"
                      aria-label={t`Refund unused credits: ${{ transaction: transactionText(transaction.description) }}`}
                      onClick={() => setRefunding(transaction)}
                    >
                      {t`Refund unused credits`}
                    </Button>
                  )}
                </div>
              )}
              {transaction.hasCreditNote && (
                <div className="col-span-2 mt-1 flex flex-wrap items-center gap-2 text-sm">
                  <InvoiceButton of={transaction} document="creditNote" />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {refunding?.refundable && (
        <RefundDialog purchase={refunding} refundable={refunding.refundable} onClose={() => setRefunding(null)} />
      )}
    </>
  );
}

/** Leads to what the credits were spent on, or returned for, by its prompt where that is known. */
function RequestLink({ request }: { request: RequestView | undefined }) {
  if (!request) return null;
  return (
    <Link
      to={linkTo(request)}
      className="block w-fit max-w-full truncate text-sm text-info underline-offset-4 hover:underline"
    >
      <bdi>{request.prompt || t`Restored photo`}</bdi>
    </Link>
  );
}
