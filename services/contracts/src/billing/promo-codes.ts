import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { cursor, id, idempotencyKey, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { balance } from './balances';
import { MAX_TYPED_CODE, PROMO_CODE_LIMITS, PROMO_CODE_PATTERN } from './promo-code-limits';

/** The terms of a promotional code, which never change. */
export const promoCodeTerms = z.object({
  code: z.string().regex(PROMO_CODE_PATTERN, 'must consist of 4 to 24 letters and digits'),
  /** Credits of each redemption. */
  credits: z.int().min(1).max(PROMO_CODE_LIMITS.credits),
  /** Redeemable from `startsAt` until before `endsAt`. */
  startsAt: timestamp,
  endsAt: timestamp,
  /** Days until the credits of a redemption expire; null for never. */
  lifetimeDays: z.int().min(1).max(PROMO_CODE_LIMITS.days).nullable(),
  /** For all users together; each user can redeem a code once. */
  maxRedemptions: z.int().min(1).max(PROMO_CODE_LIMITS.redemptions),
  /** Only for users who have never bought anything. */
  isForNewCustomers: z.boolean(),
});
export type PromoCodeTerms = z.infer<typeof promoCodeTerms>;

export const promoCodeState = z.enum(['scheduled', 'active', 'used_up', 'ended', 'disabled']);
export type PromoCodeState = z.infer<typeof promoCodeState>;

export const promoCodeSort = z.enum([
  'created_at',
  '-created_at',
  'code',
  '-code',
  'ends_at',
  '-ends_at',
  'redemptions',
  '-redemptions',
]);
export type PromoCodeSort = z.infer<typeof promoCodeSort>;

export const promoCode = promoCodeTerms.extend({
  id,
  state: promoCodeState,
  redemptions: z.int(),
  reason: z.string(),
  createdAt: timestamp,
  /** The operator's address. */
  createdBy: z.string(),
  /** The second operator of a large code. */
  approvedBy: z.string().nullable(),
  disabledAt: timestamp.nullable(),
  disabledReason: z.string().nullable(),
});
/** A promotional code as operators see it. */
export type PromoCode = z.infer<typeof promoCode>;

const redemption = z.object({
  /** Id of the transaction that granted the credits. */
  id,
  userId: id,
  credits: z.number(),
  /** Neither spent, held nor expired. */
  remaining: z.number(),
  createdAt: timestamp,
  /** Null for never. */
  expiresAt: timestamp.nullable(),
});
export const promoCodeRedemption = redemption.extend({ userEmail: z.string().nullable() });
/** Who redeemed a code, as operators see it. */
export type PromoCodeRedemption = z.infer<typeof promoCodeRedemption>;

export const redeemedPromoCode = z.object({
  transactionId: id,
  balance,
  code: z.string(),
  credits: z.number(),
  /** Null for never. */
  expiresAt: timestamp.nullable(),
});
/** What a creator received for a code. */
export type RedeemedPromoCode = z.infer<typeof redeemedPromoCode>;

export const promoCodeCalls = {
  /**
   * A repeated key of the same operator returns the first code. `conflict` where the code is taken; `approval_required` with an
   * `ApprovalNeed` if this code and those of the operator's last 24 hours may, together with what the operator did to any one user,
   * give away more than the limit.
   */
  createPromoCode: call('billing.createPromoCode', {
    input: promoCodeTerms.extend({
      adminId: id,
      operatorEmail: z.string().max(320),
      reason: operatorReason,
      idempotencyKey,
    }),
    output: promoCode,
  }),
  /** Ends a code permanently; redeemed credits stay. Has no effect on a disabled one. `not_found`. */
  disablePromoCode: call('billing.disablePromoCode', {
    input: z.object({ adminId: id, id, reason: operatorReason }),
    output: promoCode,
  }),
  /** `words` are a part of the code or of its reason. */
  listPromoCodes: call('billing.listPromoCodes', {
    isForOperators: true,
    input: z.object({
      limit: pageSize.max(100),
      cursor,
      state: promoCodeState.optional(),
      words: z.string().trim().min(1).max(200).optional(),
      sort: promoCodeSort.optional(),
    }),
    output: page(promoCode),
  }),
  /** Finds a code by its id or text. `not_found`. */
  getPromoCode: call('billing.getPromoCode', {
    isForOperators: true,
    input: z.object({ promoCode: z.string().max(60) }),
    output: promoCode,
  }),
  /** Newest first. `not_found`. */
  listPromoCodeRedemptions: call('billing.listPromoCodeRedemptions', {
    isForOperators: true,
    input: z.object({ id, limit: pageSize.max(100), cursor }),
    output: page(redemption),
  }),
  /**
   * Grants the credits of a code to a user, once. `promo_code_not_redeemable` with `details.reason`. A repeated key and input
   * returns the first result.
   */
  redeemPromoCode: call('billing.redeemPromoCode', {
    input: z.object({ userId: id, code: z.string().min(1).max(MAX_TYPED_CODE), idempotencyKey }),
    output: redeemedPromoCode,
  }),
};
