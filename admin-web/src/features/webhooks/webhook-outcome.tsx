import type { WebhookRow } from '@luit/contracts/billing/webhook-events';
import { Badge, type BadgeTone } from '@luit/ui/badge';

type Outcome = WebhookRow['outcome'];

export const OUTCOMES: Record<Outcome, { label: string; tone: BadgeTone }> = {
  granted: { label: 'Credits granted', tone: 'success' },
  failed: { label: 'Failure recorded', tone: 'neutral' },
  mismatch: { label: 'Does not match the order', tone: 'danger' },
  refund_due: { label: 'Second payment refunded', tone: 'accent' },
  requested: { label: 'Refund in progress', tone: 'accent' },
  processed: { label: 'Refund paid out', tone: 'success' },
  open: { label: 'Dispute opened', tone: 'danger' },
  lost: { label: 'Dispute lost', tone: 'danger' },
  won: { label: 'Dispute won', tone: 'success' },
  unchanged: { label: 'Already known', tone: 'neutral' },
  poller: { label: 'Left to the poller', tone: 'info' },
  ignored: { label: 'Ignored', tone: 'neutral' },
  unknown_order: { label: 'Unknown order', tone: 'danger' },
  unknown_payment: { label: 'Unknown payment', tone: 'danger' },
  unreadable: { label: 'Unreadable', tone: 'danger' },
  refused: { label: 'Refused', tone: 'danger' },
};

const REASONS: Record<string, string> = { wrong_signature: 'The signature is wrong' };

const reasonLabel = (reason: string): string => REASONS[reason] ?? reason;

/** What a webhook did; of a refused one, why. */
export function WebhookOutcome({ row: { outcome, reason } }: { row: Pick<WebhookRow, 'outcome' | 'reason'> }) {
  const { label, tone } = OUTCOMES[outcome];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {reason && <p className="text-label text-muted">{reasonLabel(reason)}</p>}
    </>
  );
}
