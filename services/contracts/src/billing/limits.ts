/** Limits of what operators set, shared by their forms, the HTTP interface and billing. */
export const PACK_LIMITS = {
  name: 60,
  description: 200,
  credits: 1_000_000,
  priceRupees: 1_000_000,
  savings: 100,
  position: 1_000,
} as const;
export const SIGNUP_GRANT_LIMITS = { credits: 100_000, days: 3_650 } as const;
/** An upper bound for a payment. It keeps paise far below the largest exact integer. */
export const MAX_RUPEES = 1_000_000_000;
/** Razorpay refunds no less than one rupee. */
export const MIN_REFUND_PAISE = 100;
/** Characters of how an operator paid a refund outside Razorpay. */
export const PAID_REFERENCE_LIMITS = { min: 3, max: 100 } as const;
export const INVALID_PACK = 'Invalid pack ID';
/** Maximum credits that a plan may cost. */
export const MAX_PLAN_CREDITS = 100_000;
/** Holds that are placed all or none. */
export const MAX_HOLDS_AT_ONCE = 4;
