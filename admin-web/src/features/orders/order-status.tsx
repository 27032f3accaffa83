import { Alert } from '@luit/ui/alert';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { TextLink } from '../../components/text-link';
import { formatPaise } from '../../lib/format';
import { ORDER_LABELS, ORDER_TONES } from '../transactions/order-labels';
import type { OrderView } from './order-view';

/** The state of the order. What became of its money comes first and outweighs that it was paid. */
export function OrderBadges({ order: { state, money, refunds = [] } }: { order: OrderView }) {
  const isOverdue = refunds.some((refund) => refund.isOverdue);
  const outcome = isOverdue ? ({ label: 'Refund not paid', tone: 'danger' } as const) : outcomeOf(money);
  return (
    <ul aria-label="Status" className="flex flex-wrap items-center gap-1.5">
      {outcome && (
        <li>
          <Badge tone={outcome.tone}>{outcome.label}</Badge>
        </li>
      )}
      <li>
        <Badge tone={outcome ? 'neutral' : ORDER_TONES[state]}>{ORDER_LABELS[state]}</Badge>
      </li>
    </ul>
  );
}

function outcomeOf(money: OrderView['money']): { label: string; tone: BadgeTone } | null {
  if (money.disputedPaise > 0) return { label: 'Disputed', tone: 'danger' };
  if (money.lostPaise > 0) return { label: 'Dispute lost', tone: 'danger' };
  if (money.refundPendingPaise > 0) return { label: 'Refund in progress', tone: 'accent' };
  if (money.refundedPaise === 0) return null;
  return { label: money.refundedPaise < money.capturedPaise ? 'Partly refunded' : 'Refunded', tone: 'accent' };
}

/** What a dispute did to the money, and where to respond to it. */
export function DisputeNotice({ order: { money, payment } }: { order: OrderView }) {
  const { disputedPaise, lostPaise } = money;
  if (disputedPaise + lostPaise === 0) return null;
  return (
    <Alert
      tone="danger"
      className="mb-5"
      action={payment && <TextLink to={`/disputes?q=${encodeURIComponent(payment.id)}`}>View dispute</TextLink>}
    >
      {disputedPaise > 0
        ? `The customer disputes this payment. The customer’s bank is withholding ${formatPaise(disputedPaise)}. Respond in Razorpay’s dashboard before the deadline.`
        : `The customer’s bank decided the dispute against you: ${formatPaise(lostPaise)} of this payment is lost.`}
    </Alert>
  );
}
