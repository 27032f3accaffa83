/** Limits of a promotional code, shared by the operators' form, the HTTP interface and billing. */
export const PROMO_CODE_LIMITS = { credits: 100_000, redemptions: 100_000, days: 3_650 } as const;

/** A code as operators choose it. */
export const PROMO_CODE_PATTERN = /^[A-Za-z0-9]{4,24}$/;

/** The code as a creator may type it, with spaces or hyphens. */
export const MAX_TYPED_CODE = 60;

/** A code as it is stored and compared: in capital letters, without the spaces and hyphens that people type. */
export function normalizePromoCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}
