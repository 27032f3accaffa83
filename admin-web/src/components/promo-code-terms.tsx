import type { PromoCode, PromoCodeState, PromoCodeTerms } from '@luit/contracts/billing/promo-codes';
import { Badge, type BadgeTone } from '@luit/ui/badge';
import { formatNumber } from '../lib/format';

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

/** Codes for new customers are marked in lists. */
export const audienceOf = ({ isForNewCustomers }: PromoCodeTerms) =>
  isForNewCustomers
    ? { mark: 'Only new customers', text: 'Accounts that never bought anything' }
    : { mark: null, text: 'All accounts' };

export const redeemedText = ({ redemptions, maxRedemptions }: PromoCode): string =>
  `${formatNumber(redemptions)} of ${formatNumber(maxRedemptions)}`;

export const givenAwayText = ({ credits, redemptions, maxRedemptions }: PromoCode): string =>
  `${formatNumber(redemptions * credits)} of ${formatNumber(maxRedemptions * credits)} credits`;

export function giftText({ credits, maxRedemptions }: PromoCodeTerms): string {
  const each = `${formatNumber(credits)} credits for each of ${formatNumber(maxRedemptions)} redemptions`;
  return `${each}, ${formatNumber(credits * maxRedemptions)} credits in total`;
}
