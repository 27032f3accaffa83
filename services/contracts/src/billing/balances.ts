import { z } from 'zod';
import { confirmation } from '../auth/audit-log';
import { INPUT_LIMITS } from '../auth/limits';
import { MAX_CREDITS, TOO_LONG } from '../messages/input-limits';
import { credits, id, idempotencyKey, optional, timestamp, unlessBlank } from '../messages/fields';
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
  /** How many credits the lot had when it was opened. */
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

const BALANCE = 'Credits must be a whole number from 0 to 1,000,000,000';
const newBalance = z.int(BALANCE).min(0, BALANCE).max(MAX_CREDITS, BALANCE);
const adjustment = z.object({
  credits: newBalance.meta({ description: 'The new balance', example: 100 }),
  expectedCredits: optional(newBalance).describe('The balance before the change; 409 if it has changed'),
  reason: unlessBlank(z.string().max(INPUT_LIMITS.reason, TOO_LONG).default('admin adjustment')).describe(
    'Reason for the audit log',
  ),
});
export const creditsBody = adjustment.extend({ confirmation });
export type CreditsBody = z.infer<typeof creditsBody>;

const ABOVE_ZERO = 'Credits must be a whole number above 0';
const someCredits = z.int(ABOVE_ZERO).min(1, ABOVE_ZERO).max(MAX_CREDITS, ABOVE_ZERO);
export const creditCheckBody = z.object({ requiredCredits: someCredits });
export const deductionBody = z.object({
  credits: someCredits,
  reason: unlessBlank(z.string().max(200, TOO_LONG).default('video_generation')),
});
export type DeductionBody = z.infer<typeof deductionBody>;

export const balanceCalls = {
  getBalance: call('billing.getBalance', { input: z.object({ userId: id }), output: balance }),
  checkCredits: call('billing.checkCredits', {
    input: creditCheckBody.extend({ userId: id }),
    output: creditCheck,
  }),
  /** The user's remaining credits in the order in which they are spent. */
  listLots: call('billing.listLots', {
    input: z.object({ userId: id }),
    output: z.object({ lots: z.array(creditLot) }),
  }),
  /** The spendable credits of each user; at most 1,000 users, unknown ones are left out. */
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
    input: deductionBody.extend({ userId: id, idempotencyKey }),
    output: posting,
  }),
  /**
   * Sets the spendable credits to an absolute number by one signed entry. `conflict` with `details.credits` if they are no longer
   * `expectedCredits`. If nothing changes, nothing is written and `transactionId` is null. A repeated key and input returns the first
   * result. `approval_required` above the configured limit, which also counts the operator's earlier changes.
   */
  adjustCredits: call('billing.adjustCredits', {
    input: adjustment.extend({ adminId: id, userId: id, idempotencyKey }),
    output: z.object({ transactionId: id.nullable(), balance }),
  }),
};
