import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { SIGNUP_GRANT_LIMITS } from './limits';

export const billingSettings = z.object({
  /** Given once to each confirmed account; 0 credits for none. Days until they expire, null for never. */
  signupGrant: z.object({
    credits: z.int().min(0).max(SIGNUP_GRANT_LIMITS.credits),
    expiresInDays: z.int().min(1).max(SIGNUP_GRANT_LIMITS.days).nullable(),
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
