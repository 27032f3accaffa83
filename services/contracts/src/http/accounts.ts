import { z } from 'zod';
import type { Balance } from '../billing/balances';
import { paise, timestamp } from '../messages/fields';

/** The consequences of deleting the account now. */
export const accountDeletionPreview = z.object({
  /** Available to spend. */
  credits: z.number(),
  /** Held for requests in progress. */
  held: z.number(),
  /** Refunded to the payment method; the remaining credits are forfeited. */
  refund: z.object({ credits: z.number(), amountPaise: paise }),
  /** Until when the name, email address and sign-ins would be kept, encrypted; null if they would be erased immediately. */
  sealedUntil: timestamp.nullable(),
});
export type AccountDeletionPreview = z.infer<typeof accountDeletionPreview>;

/** The live event `credits.updated`. */
export interface CreditsUpdated extends Balance {
  reason: string;
  reference_id: string | null;
}
