import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { MAX_CREDITS, MAX_RUPEES, SIGNUP_GRANT_LIMITS } from './limits';

export const billingSettings = z.object({
  /** Given once to each confirmed account; 0 credits for none. Days until they expire, null for never. */
  signupGrant: z.object({
    credits: z.int().min(0).max(SIGNUP_GRANT_LIMITS.credits),
    expiresInDays: z.int().min(1).max(SIGNUP_GRANT_LIMITS.days).nullable(),
  }),
  /** Above these, an operator confirms a refund or a change of credits by typing its amount. */
  confirmAbove: z.object({
    refundPaise: z
      .int()
      .min(0)
      .max(MAX_RUPEES * 100),
    credits: z.int().min(0).max(MAX_CREDITS),
  }),
  /** Above these, a refund or a change of credits waits for a second operator; null for never. */
  approveAbove: z.object({
    refundPaise: z
      .int()
      .min(0)
      .max(MAX_RUPEES * 100)
      .nullable(),
    credits: z.int().min(0).max(MAX_CREDITS).nullable(),
  }),
});
/** Settings that operators change; each has a default until then. */
export type BillingSettings = z.infer<typeof billingSettings>;

export const settingsCalls = {
  getSettings: call('billing.getSettings', { input: empty, output: billingSettings }),
  /** Changes the given settings and returns all. */
  changeSettings: call('billing.changeSettings', {
    input: billingSettings.partial().extend({ adminId: id.optional() }),
    output: billingSettings,
  }),
};
