import type { OrderLine, OrderLineKind, OrderStatement } from '@luit/contracts/billing/order-statements';
import type { WebhookRow } from '@luit/contracts/billing/webhook-events';
import type { BadgeTone } from '@luit/ui/badge';
import { formatNumber, sentenceCase } from '../../lib/format';
import { OUTCOMES } from '../webhooks/webhook-outcome';

export const LINE_LABELS: Record<OrderLineKind, string> = {
  order_created: 'Order created',
  payment_failed: 'Payment attempt failed',
  payment_captured: 'Payment captured',
  payment_mismatch: 'Payment does not match the order',
  webhook: 'Webhook received',
  credits_granted: 'Credits granted',
  credits_held: 'Credits held for a job',
  credits_captured: 'Held credits spent',
  credits_released: 'Held credits returned',
  credits_returned: 'Spent credits returned by an operator',
  debt_repaid: 'Credits repaid a debt',
  credits_forfeited: 'Credits forfeited with the account',
  refund_requested: 'Refund requested',
  refund_processed: 'Refund paid out',
  refund_failed: 'Refund failed',
  dispute_opened: 'Dispute opened',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  credits_clawed_back: 'Credits clawed back',
  clawback_reversed: 'Clawed-back credits returned',
  document_issued: 'Document issued',
};

export const ORDER_LABELS: Record<OrderStatement['state'], string> = {
  creating: 'Not paid',
  open: 'Not paid',
  paid: 'Paid',
  mismatch: 'Paid amount does not match',
  expired: 'Expired, not paid',
};

export const ORDER_TONES: Record<OrderStatement['state'], BadgeTone> = {
  creating: 'neutral',
  open: 'accent',
  paid: 'success',
  mismatch: 'danger',
  expired: 'neutral',
};

export const SOURCES = {
  verify: 'the buyer’s browser',
  webhook: 'a webhook',
  poller: 'Luit’s poll of the order',
};

/** Labels of the details: who reported a payment, why a refund was requested, what a webhook did. */
export function noteOf({ kind, note }: OrderLine): string | null {
  if (note === null) return null;
  switch (kind) {
    case 'payment_failed':
    case 'payment_captured':
    case 'payment_mismatch':
    case 'credits_granted':
      return `Reported by ${SOURCES[note as keyof typeof SOURCES]}`;
    case 'webhook': {
      const [type, outcome] = note.split(': ');
      // Every webhook about a payment that granted credits has this outcome; the grant is a line of its own.
      if (outcome === 'granted') return type ?? note;
      return `${type} · ${OUTCOMES[outcome as WebhookRow['outcome']].label}`;
    }
    case 'refund_requested':
    case 'dispute_opened':
    case 'document_issued':
      return sentenceCase(note);
    default:
      return note;
  }
}

/** The page of the row behind a line. */
export function linkOf({ kind, reference }: OrderLine): string | null {
  switch (kind) {
    case 'credits_granted':
      return `/transactions/${reference}`;
    case 'credits_held':
    case 'credits_captured':
    case 'credits_released':
    case 'credits_returned':
      return `/jobs/${reference}`;
    case 'webhook':
      return `/webhooks?q=${encodeURIComponent(reference)}`;
    default:
      return null;
  }
}

const DAY_MS = 86_400_000;

/** Sentences about what the statement cannot show, because Luit has no rows about it. */
export function gapsOf(order: OrderStatement, now: number): string[] {
  const { creditSums, kind, buyerId, createdAt, webhookDays, isCutOff } = order;
  const isOld = now - Date.parse(createdAt) > webhookDays * DAY_MS;
  return [
    'Settlement: Luit does not read Razorpay’s settlements, so the payout to your bank and its date are only in Razorpay’s dashboard. The fee and its tax are in the body of the payment’s webhook.',
    'Before the order: the first row is the order that the click created. Luit does not record the click itself.',
    'Attempts: Luit learns of a failed attempt only if a webhook or a poll reports it. A buyer who closes the checkout leaves no trace.',
    ...(isOld ? [`Webhooks: they are deleted after ${formatNumber(webhookDays)} days.`] : []),
    ...(kind === 'plan' && buyerId === null
      ? ['Emails: an email to a guest is deleted as soon as it is sent, so only unsent ones are listed.']
      : []),
    ...(creditSums.unattributed > 0
      ? [
          `Direct use: deductions and adjustments do not record which purchase they take credits from. That accounts for ${formatNumber(creditSums.unattributed)} credits.`,
        ]
      : []),
    ...(isCutOff
      ? [
          'Later uses: the account has too many transactions to list them all, so only the first ones after this purchase are shown.',
        ]
      : []),
  ];
}
