import { z } from 'zod';
import { confirmation, operatorReason } from '../auth/audit-log';
import { INPUT_LIMITS } from '../auth/limits';
import { SEARCH_TOO_LONG } from '../messages/input-limits';
import { idPageQuery, searchWords } from '../messages/query-fields';
import { id, idempotencyKey, optional, page, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { balance } from './balances';
import { MAX_TYPED_CODE, PROMO_CODE_LIMITS, PROMO_CODE_PATTERN } from './promo-code-limits';

const CODE = 'The code must consist of 4 to 24 letters and digits';
const CREDITS = 'Credits must be a whole number from 1 to 100,000';
const LIFETIME = 'The lifetime must be a whole number of days from 1 to 3,650';
const REDEMPTIONS = 'Redemptions must be a whole number from 1 to 100,000';

/** The terms of a promotional code, which never change. */
export const promoCodeTerms = z.object({
  code: z
    .string(CODE)
    .max(24, CODE)
    .regex(PROMO_CODE_PATTERN, CODE)
    .meta({ description: 'Stored in capital letters; cannot be changed later', example: 'WELCOME50' }),
  /** Credits of each redemption. */
  credits: z.int(CREDITS).min(1, CREDITS).max(PROMO_CODE_LIMITS.credits, CREDITS).meta({ example: 50 }),
  /** Redeemable from `startsAt` until before `endsAt`. */
  startsAt: timeInput.meta({ description: 'When the code becomes valid', example: '2026-11-24T00:00:00.000Z' }),
  endsAt: timeInput.meta({ description: 'When the code stops being valid', example: '2026-12-24T00:00:00.000Z' }),
  lifetimeDays: z
    .int(LIFETIME)
    .min(1, LIFETIME)
    .max(PROMO_CODE_LIMITS.days, LIFETIME)
    .nullable()
    .meta({ description: 'Days from a redemption until its credits expire; null for never', example: 30 }),
  maxRedemptions: z
    .int(REDEMPTIONS)
    .min(1, REDEMPTIONS)
    .max(PROMO_CODE_LIMITS.redemptions, REDEMPTIONS)
    .meta({ description: 'For all users together; each user can redeem a code once', example: 10 }),
  isForNewCustomers: z.boolean().meta({ description: 'Only for users who have never bought anything', example: false }),
});
export const newPromoCodeBody = promoCodeTerms.extend({
  lifetimeDays: promoCodeTerms.shape.lifetimeDays.default(null),
  reason: operatorReason,
  confirmation,
});
export type NewPromoCodeBody = z.infer<typeof newPromoCodeBody>;
export type PromoCodeTerms = z.infer<typeof promoCodeTerms>;

/** All that a code may give away. */
export const creditsOf = ({ credits, maxRedemptions }: PromoCodeTerms): number => credits * maxRedemptions;

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
  /** Credits that are neither spent, held nor expired. */
  remaining: z.number(),
  createdAt: timestamp,
  /** Null for never. */
  expiresAt: timestamp.nullable(),
});
export const promoCodeRedemption = redemption.extend({ userEmail: z.string().nullable() });
/** A user who redeemed a code, as operators see it. */
export type PromoCodeRedemption = z.infer<typeof promoCodeRedemption>;

export const redeemedPromoCode = z.object({
  transactionId: id,
  balance,
  code: z.string(),
  credits: z.number(),
  /** Null for never. */
  expiresAt: timestamp.nullable(),
});
/** The credits that a creator received for a code. */
export type RedeemedPromoCode = z.infer<typeof redeemedPromoCode>;

export const promoCodesQuery = idPageQuery.extend({
  state: optional(promoCodeState),
  q: searchWords(INPUT_LIMITS.search, SEARCH_TOO_LONG).describe('Part of the code or of its reason'),
  sort: optional(promoCodeSort.meta({ default: '-created_at' })),
});
export type PromoCodesQuery = z.infer<typeof promoCodesQuery>;
export const redemptionBody = z.object({
  code: z
    .string('Enter a code')
    .min(1, 'Enter a code')
    .max(MAX_TYPED_CODE, 'A code is shorter than this')
    .meta({ description: 'Case-insensitive; spaces and hyphens are ignored', example: 'WELCOME50' }),
});

export const promoCodeCalls = {
  /**
   * A repeated key of the same operator returns the first code. `conflict` if the code is taken. `approval_required` with an `ApprovalNeed`
   * if the sum of this code, the operator's codes of the last 24 hours and what the operator gave to any one user exceeds the limit.
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
  listPromoCodes: call('billing.listPromoCodes', {
    isForOperators: true,
    input: promoCodesQuery.omit({ q: true }).extend({ words: promoCodesQuery.shape.q }),
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
    input: idPageQuery.extend({ id }),
    output: page(redemption),
  }),
  /**
   * Grants the credits of a code to a user, once. `promo_code_not_redeemable` with `details.reason`. A repeated key and input
   * returns the first result.
   */
  redeemPromoCode: call('billing.redeemPromoCode', {
    input: redemptionBody.extend({ userId: id, idempotencyKey }),
    output: redeemedPromoCode,
  }),
};
