import { LuitError } from '@luit/contracts/errors';

/** Why a user cannot redeem a code. Raised by the SQL function redeem_promo_code. */
export type PromoCodeRefusal = keyof typeof TEXTS;

const TEXTS = {
  unknown: 'We don’t recognize this code. Check the spelling and try again.',
  ended: 'This code has expired.',
  not_started: 'This code isn’t valid yet. Try again later.',
  used_up: 'This code has been fully redeemed.',
  already_used: 'You’ve already used this code.',
  new_customers_only: 'This code is only for new customers who haven’t bought anything yet.',
} as const;

/** Clients read the reason from `details.reason`. */
export function promoCodeNotRedeemable(reason: PromoCodeRefusal): LuitError {
  return new LuitError('promo_code_not_redeemable', TEXTS[reason], { details: { reason } });
}
