import { normalizePromoCode, PROMO_CODE_LIMITS, PROMO_CODE_PATTERN } from '@luit/contracts/billing/promo-code-limits';
import { endOfDay, formatNumber, startOfDay, todayPlus } from '../../lib/format';
import { isReason } from '../../components/reason-field';

/** What an operator types; numbers as text, days in IST. */
export interface PromoCodeFields {
  code: string;
  credits: string;
  maxRedemptions: string;
  from: string;
  /** Included. */
  until: string;
  /** Empty for never. */
  lifetimeDays: string;
  isForNewCustomers: boolean;
  reason: string;
}

export const emptyFields = (): PromoCodeFields => ({
  code: '',
  credits: '50',
  maxRedemptions: '100',
  from: todayPlus(0),
  until: todayPlus(30),
  lifetimeDays: '30',
  isForNewCustomers: false,
  reason: '',
});

/** Messages by field, for fields that were filled in wrongly. */
export function faultsOf(fields: PromoCodeFields): Partial<Record<keyof PromoCodeFields, string>> {
  const { code, credits, maxRedemptions, lifetimeDays, from, until } = fields;
  const isCode = PROMO_CODE_PATTERN.test(normalizePromoCode(code));
  return {
    ...(code && !isCode && { code: 'Use 4 to 24 letters and digits' }),
    ...numberFault('credits', credits, PROMO_CODE_LIMITS.credits),
    ...numberFault('maxRedemptions', maxRedemptions, PROMO_CODE_LIMITS.redemptions),
    ...(lifetimeDays && numberFault('lifetimeDays', lifetimeDays, PROMO_CODE_LIMITS.days)),
    ...(from && until && until < from && { until: 'The last day is before the first day' }),
    ...(until && until < todayPlus(0) && { until: 'This day is in the past' }),
  };
}

export function isComplete(fields: PromoCodeFields): boolean {
  const { code, credits, maxRedemptions, from, until, reason } = fields;
  const isFilled = [code, credits, maxRedemptions, from, until].every((text) => text.trim() !== '');
  return isFilled && isReason(reason) && Object.keys(faultsOf(fields)).length === 0;
}

/** All that the code may give away; null while it is unknown. */
export function totalOf(fields: PromoCodeFields): number | null {
  const total = Number(fields.credits) * Number(fields.maxRedemptions);
  return Number.isSafeInteger(total) && total > 0 ? total : null;
}

/** The request that creates the code. */
export function toRequest(fields: PromoCodeFields) {
  const { code, credits, maxRedemptions, from, until, lifetimeDays, isForNewCustomers, reason } = fields;
  return {
    code: normalizePromoCode(code),
    credits: Number(credits),
    maxRedemptions: Number(maxRedemptions),
    startsAt: startOfDay(from),
    endsAt: endOfDay(until),
    lifetimeDays: lifetimeDays ? Number(lifetimeDays) : null,
    isForNewCustomers,
    reason: reason.trim(),
  };
}

function numberFault(name: keyof PromoCodeFields, text: string, max: number) {
  const isValid = /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
  return text && !isValid ? { [name]: `Enter a whole number from 1 to ${formatNumber(max)}` } : {};
}
