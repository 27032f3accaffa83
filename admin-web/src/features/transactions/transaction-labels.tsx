import type { AdminTransactionRow, TransactionStatus } from '@luit/contracts/billing/transactions';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { formatPaise } from '../../lib/format';

type Kind = 'purchase' | 'usage' | 'payment_refund' | 'returned_credits' | 'adjustment' | 'grant' | 'redemption';
type Row = Pick<AdminTransactionRow, 'type' | 'status' | 'amountPaise' | 'isRedemption' | 'isDelayed'>;

const KINDS: Record<Kind, { label: string; tone: BadgeTone }> = {
  purchase: { label: 'Purchase', tone: 'success' },
  usage: { label: 'Usage', tone: 'info' },
  payment_refund: { label: 'Payment refund', tone: 'accent' },
  returned_credits: { label: 'Credits returned', tone: 'neutral' },
  adjustment: { label: 'Adjustment', tone: 'neutral' },
  grant: { label: 'Grant', tone: 'neutral' },
  redemption: { label: 'Promotional code', tone: 'neutral' },
};

const DELAYED = { label: 'Not paid', tone: 'danger' } as const;
const COMPLETED = { label: 'Completed', tone: 'neutral' } as const;
const STATES: Record<Kind, Record<TransactionStatus, { label: string; tone: BadgeTone }>> = {
  purchase: {
    pending: { label: 'Pending', tone: 'accent' },
    completed: COMPLETED,
    reversed: { label: 'Reversed', tone: 'danger' },
  },
  usage: {
    pending: { label: 'Held', tone: 'accent' },
    completed: { label: 'Spent', tone: 'neutral' },
    reversed: { label: 'Returned', tone: 'neutral' },
  },
  payment_refund: {
    pending: { label: 'In progress', tone: 'accent' },
    completed: { label: 'Paid out', tone: 'neutral' },
    reversed: { label: 'Failed', tone: 'danger' },
  },
  returned_credits: { pending: COMPLETED, completed: COMPLETED, reversed: COMPLETED },
  adjustment: { pending: COMPLETED, completed: COMPLETED, reversed: COMPLETED },
  grant: { pending: COMPLETED, completed: COMPLETED, reversed: COMPLETED },
  redemption: { pending: COMPLETED, completed: COMPLETED, reversed: COMPLETED },
};

/** The ledger has one type for money that was paid back and for credits that were returned. Only the former has an amount. */
function kindOf({ type, amountPaise, isRedemption }: Row): Kind {
  if (isRedemption) return 'redemption';
  if (type !== 'refund') return type;
  return amountPaise === undefined ? 'returned_credits' : 'payment_refund';
}

/** Money as the business sees it: a payment is positive, a refund negative, and a failed refund moved none. */
export function moneyText(row: Row): string {
  if (row.amountPaise === undefined) return '';
  if (kindOf(row) !== 'payment_refund') return formatPaise(row.amountPaise);
  return row.status === 'reversed' ? formatPaise(0) : formatPaise(-row.amountPaise);
}

/** The name of a kind of transaction, which other lists share. */
export function kindLabel(kind: Kind): string {
  return KINDS[kind].label;
}

export function TypeBadge({ row }: { row: Row }) {
  const { label, tone } = KINDS[kindOf(row)];
  return <Badge tone={tone}>{label}</Badge>;
}

export function StatusBadge({ row }: { row: Row }) {
  const { label, tone } = row.isDelayed ? DELAYED : STATES[kindOf(row)][row.status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Whether the payment provider has yet to say what became of a refund. */
export function isRefundOpen(row: Row): boolean {
  return kindOf(row) === 'payment_refund' && row.status === 'pending';
}

/** How often pages with an open refund are read again, milliseconds. */
export const OPEN_REFUND_POLL_MS = 5_000;
