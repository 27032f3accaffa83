import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { empty, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { MAX_RUPEES, SIGNUP_GRANT_LIMITS } from './limits';
import { MAX_CREDITS } from '../messages/input-limits';

const INVALID = 'Invalid setting';
const CREDITS = 'Credits must be a whole number from 0 to 100,000';
const DAYS = 'Days must be a whole number from 1 to 3,650, or null';
const LIMIT = 'The limit must be a whole number, 0 or more';
const refundLimit = z
  .int(LIMIT)
  .min(0, LIMIT)
  .max(MAX_RUPEES * 100, LIMIT);
const creditLimit = z.int(LIMIT).min(0, LIMIT).max(MAX_CREDITS, LIMIT);

export const billingSettings = z.object({
  /** Given once to each confirmed account; 0 credits for none. Days until they expire, null for never. */
  signupGrant: z.object(
    {
      credits: z.int(CREDITS).min(0, CREDITS).max(SIGNUP_GRANT_LIMITS.credits, CREDITS).describe('0 for no grant'),
      expiresInDays: z
        .int(DAYS)
        .min(1, DAYS)
        .max(SIGNUP_GRANT_LIMITS.days, DAYS)
        .nullable()
        .describe('Null for no expiry'),
    },
    INVALID,
  ),
  confirmAbove: z
    .object(
      { refundPaise: refundLimit.describe('Refunds, in paise'), credits: creditLimit.describe('Changes of credits') },
      INVALID,
    )
    .describe('Amounts above these must be typed again to confirm them'),
  approveAbove: z
    .object(
      {
        refundPaise: refundLimit.nullable().describe('Refunds, in paise; null for never'),
        credits: creditLimit.nullable().describe('Changes of credits; null for never'),
      },
      INVALID,
    )
    .describe('Amounts above these wait for approval by a second operator. So does raising a limit.'),
});
/** At least one setting. */
export const settingsBody = billingSettings.partial().extend({
  reason: optional(operatorReason).describe('For a second operator; required to raise an existing limit'),
});
export type SettingsBody = z.infer<typeof settingsBody>;
/** Settings that operators change; each has a default until then. */
export type BillingSettings = z.infer<typeof billingSettings>;

export const settingsCalls = {
  getSettings: call('billing.getSettings', { input: empty, output: billingSettings }),
  /** Changes the given settings and returns all. `conflict` if one of `expected` has changed since. */
  changeSettings: call('billing.changeSettings', {
    input: billingSettings.partial().extend({ adminId: id.optional(), expected: billingSettings.partial().optional() }),
    output: billingSettings,
  }),
};
