import type { Alert, AlertKind } from '@luit/contracts/alerts/alerts';

export const KIND_LABELS: Record<AlertKind, string> = {
  payment_mismatch: 'Payment mismatch',
  payment_not_granted: 'Payment not credited',
  provider_down: 'Provider down',
  queue_not_draining: 'Queue not draining',
  disk_nearly_full: 'Low disk space',
  invariant_violated: 'Invariant violated',
  dead_letters: 'Dead letters',
  payment_disputed: 'Payment disputed',
  credits_owed: 'Spent credits refunded',
  customers_waiting: 'Customers waiting',
};

/** The page where an operator can act on the alert. */
export function alertLink({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  if (kind === 'provider_down') return `/jobs?status=pending&provider=${encodeURIComponent(subject)}`;
  if (kind === 'credits_owed') return `/users/${encodeURIComponent(subject)}`;
  if (kind === 'queue_not_draining' || kind === 'customers_waiting') return '/jobs?status=pending';
  if (kind === 'dead_letters') return '/dead-letters';
  return '/alerts';
}
