/** Rate limits per window; the whole allowance may be used in one burst. */
export interface RateLimits {
  generatePerMinute: number;
  orderPerMinute: number;
  /** Images uploaded ahead of an order. */
  uploadPerMinute: number;
  /** Resumable uploads of one account: as many as it may make requests. */
  accountUploadPerMinute: number;
  /** Parts of resumable uploads, and queries of their state. */
  uploadPartPerMinute: number;
  /** Credit deductions by `POST /api/credits/deduct`. */
  deductPerMinute: number;
  /** Account exports requested and downloaded; auth limits the emails to one account. */
  exportPerMinute: number;
  /** Payment verifications per address, since they need no token. */
  verifyPerMinute: number;
  /** Allowance of all accounts at one address, as a multiple of the allowance of one account. */
  perAddressFactor: number;
  /** Calls of the own-key relay; a restoration in flight polls every two seconds. */
  predictionPerMinute: number;
  /** Prompts that the text model improves. */
  improvePerMinute: number;
  /** Requests of one API key to the public API. */
  publicApiPerMinute: number;
  /** API keys that an account creates, changes, rotates and revokes: more than it may have, so that all can be revoked at once. */
  apiKeyChangesPerMinute: number;
  /** Requests of an account that leave records (consents, webhook endpoints, ZIP downloads) or send something to its webhook endpoints. */
  accountChangesPerMinute: number;
  /** Sign-in attempts of one client at all accounts; auth limits the attempts at one account. */
  signInPerClientPer15Minutes: number;
  /** Sign-ups and requested emails of one client. */
  signUpPer15Minutes: number;
  /** Promotional codes that an account tries; `perAddressFactor` times as many for its network. */
  redeemPer15Minutes: number;
  /** Contact messages of one client. */
  contactPerHour: number;
}

export const RATE_LIMITS: RateLimits = {
  generatePerMinute: 120,
  orderPerMinute: 20,
  uploadPerMinute: 10,
  accountUploadPerMinute: 120,
  uploadPartPerMinute: 2_000,
  deductPerMinute: 60,
  exportPerMinute: 10,
  verifyPerMinute: 60,
  perAddressFactor: 10,
  predictionPerMinute: 120,
  improvePerMinute: 10,
  publicApiPerMinute: 600,
  apiKeyChangesPerMinute: 60,
  accountChangesPerMinute: 60,
  signInPerClientPer15Minutes: 300,
  signUpPer15Minutes: 300,
  redeemPer15Minutes: 10,
  contactPerHour: 5,
};

/** Prompts that the text model improves per account and day; each costs the operator. */
export const IMPROVEMENTS_PER_DAY = 100;

/** Scales all limits by `factor`. The limits of addresses stay the same multiple of the limits of accounts. */
export function rateLimits(factor: number): RateLimits {
  const entries = Object.entries(RATE_LIMITS).map(([name, limit]) => [name, Math.ceil(limit * factor)]);
  return { ...(Object.fromEntries(entries) as RateLimits), perAddressFactor: RATE_LIMITS.perAddressFactor };
}
