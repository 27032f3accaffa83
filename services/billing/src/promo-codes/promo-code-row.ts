import type { PromoCode, PromoCodeState } from '@luit/contracts/billing/promo-codes';

/** SQL of a code's state, as redemptions see it. */
const STATE = `CASE WHEN disabled_at IS NOT NULL THEN 'disabled' WHEN ends_at <= now() THEN 'ended'
  WHEN redemptions >= max_redemptions THEN 'used_up' WHEN starts_at > now() THEN 'scheduled' ELSE 'active' END`;

/**
 * SQL of the codes in a state. No index contains the state, which changes with time. Most codes have ended, and Postgres knows that from its
 * statistics of columns; it expects few codes of the others and so reads the index of `ends_at`.
 */
export const IN_STATE: Record<PromoCodeState, string> = {
  scheduled: `ends_at > now() AND ${STATE} = 'scheduled'`,
  active: `ends_at > now() AND ${STATE} = 'active'`,
  used_up: `ends_at > now() AND ${STATE} = 'used_up'`,
  ended: 'ends_at <= now() AND disabled_at IS NULL',
  disabled: 'disabled_at IS NOT NULL',
};

/** SQL of the columns of a `PromoCodeRow`. */
export const COLUMNS = `
  id, code, credits, starts_at AS "startsAt", ends_at AS "endsAt", lifetime_days AS "lifetimeDays",
  max_redemptions AS "maxRedemptions", is_for_new_customers AS "isForNewCustomers", ${STATE} AS state, redemptions, reason,
  created_at AS "createdAt", created_by_email AS "createdBy", approved_by_email AS "approvedBy",
  disabled_at AS "disabledAt", disabled_reason AS "disabledReason"`;

type Times = Record<'startsAt' | 'endsAt' | 'createdAt', Date> & { disabledAt: Date | null };
export type PromoCodeRow = Omit<PromoCode, keyof Times | 'state'> & Times & { state: PromoCodeState };

export function toPromoCode({ startsAt, endsAt, createdAt, disabledAt, ...row }: PromoCodeRow): PromoCode {
  return {
    ...row,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
