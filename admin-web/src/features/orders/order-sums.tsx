import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { DescriptionList, Section } from '../../components/section';
import { TextLink } from '../../components/text-link';
import { Timestamp } from '../../components/timestamp';
import { formatNumber, formatPaise } from '../../lib/format';
import { SOURCES } from '../transactions/order-labels';
import type { OrderView } from './order-view';

interface Sum {
  label: string;
  value: number;
  /** The first line and the result are shown even if they are zero. */
  isAlwaysShown?: boolean;
}

/** A calculation: the first number, what it became, and what is left. */
function Sums({ sums, format }: { sums: Sum[]; format: (value: number) => string }) {
  const shown = sums.filter(({ value, isAlwaysShown }) => isAlwaysShown || value !== 0);
  return (
    <dl className="px-4 py-2 text-sm">
      {shown.map(({ label, value }, index) => (
        <div
          key={label}
          className={clsx(
            'flex justify-between gap-4 py-1.5',
            index === shown.length - 1 && 'mt-1 border-t border-line pt-2.5 font-semibold',
          )}
        >
          <dt className={index === shown.length - 1 ? undefined : 'text-muted'}>{label}</dt>
          <dd className="whitespace-nowrap tabular-nums">{format(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function MoneySums({ order: { money, amountPaise } }: { order: OrderView }) {
  const sums = [
    { label: 'Price', value: amountPaise, isAlwaysShown: true },
    { label: 'Captured', value: money.capturedPaise, isAlwaysShown: true },
    { label: 'Refunded', value: -money.refundedPaise },
    { label: 'Refunds in progress', value: -money.refundPendingPaise },
    { label: 'Withheld by open disputes', value: -money.disputedPaise },
    { label: 'Lost disputes', value: -money.lostPaise },
    { label: 'Kept, before Razorpay’s fee', value: money.keptPaise, isAlwaysShown: true },
  ];
  return (
    <Section title="Money">
      <Sums sums={sums} format={formatPaise} />
    </Section>
  );
}

export function CreditSums({ order: { creditSums: credits } }: { order: OrderView }) {
  const sums = [
    { label: 'Granted', value: credits.granted, isAlwaysShown: true },
    { label: 'Spent on jobs', value: -credits.captured },
    { label: 'Held for jobs', value: -credits.heldForJobs },
    { label: 'Held for refunds', value: -credits.heldForRefunds },
    { label: 'Deducted with refunds', value: -credits.refunded },
    { label: 'Clawed back', value: -credits.clawedBack },
    { label: 'Repaid a debt', value: -credits.debtRepaid },
    { label: 'Forfeited', value: -credits.forfeited },
    { label: 'Direct use', value: -credits.unattributed },
    { label: 'Unspent', value: credits.unspent, isAlwaysShown: true },
  ];
  return (
    <Section title="Credits">
      <Sums sums={sums} format={formatNumber} />
    </Section>
  );
}

export function OrderFacts({ order }: { order: OrderView }) {
  const { buyerId, buyerEmail, payment, requestId, transactionId, razorpayOrderId, nextPollAt, pollCount } = order;
  const items: [string, ReactNode][] = [
    ['Buyer', buyerId ? <TextLink to={`/users/${buyerId}`}>{buyerEmail ?? buyerId}</TextLink> : 'Guest'],
    ['Ordered', <Timestamp key="ordered" at={order.createdAt} />],
    ['Credits ordered', formatNumber(order.credits)],
    ['Razorpay order', razorpayOrderId ?? 'Not created yet'],
    ['Razorpay payment', payment?.id ?? 'None granted'],
    ...(payment ? ([['Reported by', SOURCES[payment.source]]] as [string, ReactNode][]) : []),
    ...(transactionId
      ? ([
          [
            'Transaction',
            <TextLink key="t" to={`/transactions/${transactionId}`}>
              {transactionId}
            </TextLink>,
          ],
        ] as [string, ReactNode][])
      : []),
    ...(requestId
      ? ([
          [
            'Video',
            <TextLink key="j" to={`/jobs/${requestId}`}>
              {requestId}
            </TextLink>,
          ],
        ] as [string, ReactNode][])
      : []),
    [
      'Polls',
      nextPollAt ? (
        <span key="p">
          {formatNumber(pollCount)}, next <Timestamp at={nextPollAt} />
        </span>
      ) : (
        `${formatNumber(pollCount)}, finished`
      ),
    ],
  ];
  return (
    <Section title="Order">
      <DescriptionList items={items} />
    </Section>
  );
}
