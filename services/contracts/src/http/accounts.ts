import type { Balance } from '../billing/balances';

/** What deleting the account would do now. */
export interface AccountDeletionPreview {
  /** Available to spend. */
  credits: number;
  /** Held for requests in progress. */
  held: number;
  /** Refunded to the payment method; the remaining credits are forfeited. */
  refund: { credits: number; amountPaise: number };
}

/** The live event `credits.updated`. */
export interface CreditsUpdated extends Balance {
  reason: string;
  reference_id: string | null;
}
