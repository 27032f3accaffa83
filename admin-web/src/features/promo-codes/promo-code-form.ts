import { normalizePromoCode, PROMO_CODE_LIMITS, PROMO_CODE_PATTERN } from '@luit/contracts/billing/promo-code-limits';
import type { NewPromoCodeBody } from '@luit/contracts/billing/promo-codes';
import { endOfDay, formatNumber, startOfDay, todayPlus } from '../../lib/format';
import { isReason } from '../../components/reason-field';

/** What an operator types; numbers as text, days in IST. The last day is included; an empty lifetime is unlimited. */
export type PromoCodeFields = ReturnType<typeof emptyFields>;

export const emptyFields = () => ({
  code: '',
  credits: '50',
  maxRedemptions: '100',
  from: todayPlus(0),
  until: todayPlus(30),
  lifetimeDays: '30',
  isForNewCustomers: false,
  reason: '',
});

interface PromoCodeInput {
  name: Exclude<keyof PromoCodeFields, 'isForNewCustomers'>;
  label: string;
  hint?: string;
  /** For whole numbers, which are at least 1. */
  max?: number;
  isDay?: boolean;
  isOptional?: boolean;
}

export const INPUTS: PromoCodeInput[] = [
  { name: 'credits', label: 'Credits per redemption', max: PROMO_CODE_LIMITS.credits },
  { name: 'maxRedemptions', label: 'Total redemptions', max: PROMO_CODE_LIMITS.redemptions },
  { name: 'from', label: 'Valid from (IST)', isDay: true },
  { name: 'until', label: 'Last day (IST)', isDay: true },
  {
    ...{ name: 'lifetimeDays', label: 'Credits expire after (days)', hint: 'Empty for never' },
    ...{ max: PROMO_CODE_LIMITS.days, isOptional: true },
  },
];
export const RESTRICTION = {
  name: 'isForNewCustomers',
  label: 'Only new customers',
  hint: 'Rejects accounts that have ever bought credits or a video.',
} as const;

/** Messages by field, for fields that were filled in wrongly. */
export function faultsOf(fields: PromoCodeFields): Partial<Record<keyof PromoCodeFields, string>> {
  const { code, from, until } = fields;
  const isCode = PROMO_CODE_PATTERN.test(normalizePromoCode(code));
  const numbers = INPUTS.filter(({ name, max }) => max && fields[name] && !isWithin(fields[name], max));
  return {
    ...(code && !isCode && { code: 'Use 4 to 24 letters and digits' }),
    ...Object.fromEntries(
      numbers.map(({ name, max = 0 }) => [name, `Enter a whole number from 1 to ${formatNumber(max)}`]),
    ),
    ...(from && until && until < from && { until: 'The last day is before the first day' }),
    ...(until && until < todayPlus(0) && { until: 'This day is in the past' }),
  };
}

export function isComplete(fields: PromoCodeFields): boolean {
  const isFilled = INPUTS.every(({ name, isOptional }) => isOptional || fields[name].trim() !== '');
  const { code, reason } = fields;
  return code.trim() !== '' && isFilled && isReason(reason) && Object.keys(faultsOf(fields)).length === 0;
}

/** All that the code may give away; null while it is unknown. */
export function totalOf(fields: PromoCodeFields): number | null {
  const total = Number(fields.credits) * Number(fields.maxRedemptions);
  return Number.isSafeInteger(total) && total > 0 ? total : null;
}

/** The request that creates the code. */
export function toRequest({ from, until, ...fields }: PromoCodeFields): NewPromoCodeBody {
  return {
    ...fields,
    code: normalizePromoCode(fields.code),
    credits: Number(fields.credits),
    maxRedemptions: Number(fields.maxRedemptions),
    startsAt: startOfDay(from),
    endsAt: endOfDay(until),
    lifetimeDays: fields.lifetimeDays ? Number(fields.lifetimeDays) : null,
    reason: fields.reason.trim(),
  };
}

function isWithin(text: string, max: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
}
