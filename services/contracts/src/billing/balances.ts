import { z } from 'zod';
import { creditCount, credits, id, idempotencyKey, timestamp } from '../messages/fields';
import { call } from '../messages/message';

export const balance = z.object({
  /** Available to spend; the same number as `available`. */
  credits: z.number(),
  available: z.number(),
  held: z.number(),
});
export type Balance = z.infer<typeof balance>;

export const creditLot = z.object({
  id,
  kind: z.enum(['purchase', 'grant']),
  /** How many credits it opened with. */
  credits: z.number(),
  remaining: z.number(),
  held: z.number(),
  description: z.string(),
  created_at: timestamp,
  /** Null for never. */
  expires_at: timestamp.nullable(),
});
/** Credits of one purchase or one grant that are not spent yet. */
export type CreditLot = z.infer<typeof creditLot>;

export const creditCheck = z.object({
  sufficient: z.boolean(),
  required: z.number(),
  balance: z.number(),
  available: z.number(),
  held: z.number(),
  shortfall: z.number(),
});
export type CreditCheck = z.infer<typeof creditCheck>;

const posting = z.object({ transactionId: id, balance });

export const balanceCalls = {
  getBalance: call('billing.getBalance', { input: z.object({ userId: id }), output: balance }),
  checkCredits: call('billing.checkCredits', {
    input: z.object({ userId: id, requiredCredits: credits }),
    output: creditCheck,
  }),
  /** The user's remaining credits in the order in which they are spent. */
  listLots: call('billing.listLots', {
    input: z.object({ userId: id }),
    output: z.object({ lots: z.array(creditLot) }),
  }),
  /** What each user can spend now; at most 1,000 users, unknown ones are left out. */
  getCredits: call('billing.getCredits', {
    input: z.object({ userIds: z.array(id).max(1_000) }),
    output: z.object({ credits: z.record(z.string(), z.number()) }),
  }),
  /** Gives promotional credits; with `expiresAt` null they never expire. A repeated key and input returns the first result. */
  grantCredits: call('billing.grantCredits', {
    input: z.object({
      userId: id,
      credits,
      description: z.string().trim().min(1).max(500),
      expiresAt: z.iso
        .datetime()
        .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
        .nullable(),
      idempotencyKey,
    }),
    output: posting,
  }),
  /** Spends immediately. `insufficient_credits` if the balance is too low. */
  deductCredits: call('billing.deductCredits', {
    input: z.object({ userId: id, credits, reason: z.string().min(1).max(200), idempotencyKey }),
    output: posting,
  }),
  /**
   * Sets the spendable credits to an absolute number by one signed entry. `conflict` with `details.credits` where they are
   * no longer `expectedCredits`. Where nothing changes, nothing is written and `transactionId` is null. A repeated key and
   * input returns the first result. `approval_required` above the limit of the settings, with what the operator did before.
   */
  adjustCredits: call('billing.adjustCredits', {
    input: z.object({
      adminId: id,
      userId: id,
      credits: creditCount,
      expectedCredits: creditCount.optional(),
      reason: z.string().trim().min(1).max(500),
      idempotencyKey,
    }),
    output: z.object({ transactionId: id.nullable(), balance }),
  }),
};
