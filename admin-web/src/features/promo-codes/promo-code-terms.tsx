import type { PromoCode, PromoCodeState } from '@luit/contracts/billing/promo-codes';
import { Badge, type BadgeTone } from '@luit/ui/badge';

export const STATES: Record<PromoCodeState, { label: string; tone: BadgeTone }> = {
  active: { label: 'Active', tone: 'success' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  used_up: { label: 'Used up', tone: 'neutral' },
  ended: { label: 'Ended', tone: 'neutral' },
  disabled: { label: 'Disabled', tone: 'danger' },
};

export function PromoCodeBadge({ state }: Pick<PromoCode, 'state'>) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}

export const lifetimeText = (days: number | null): string => {
  if (days === null) return 'Never expire';
  return days === 1 ? 'Expire after 1 day' : `Expire after ${days} days`;
};
