import { z } from 'zod';
import { deviceSession } from '../auth/sessions';
import { billingProfile, userStatus } from '../auth/users';
import { creditLot } from '../billing/balances';
import { id, timestamp } from '../messages/fields';
import { auditLogRow } from './audit-log';

export const adminUser = z.object({
  id,
  email: z.string(),
  name: z.string(),
  created_at: timestamp,
  last_sign_in_at: timestamp.nullable(),
  status: userStatus,
});
/** A user as operators see one. */
export type AdminUser = z.infer<typeof adminUser>;

/** `credits`: available to spend. */
export const adminUserRow = adminUser.extend({ credits: z.number() });
/** A user in the operators' list. */
export type AdminUserRow = z.infer<typeof adminUserRow>;

export const adminUserDetails = adminUserRow.extend({
  held: z.number(),
  email_confirmed_at: timestamp.nullable(),
  billing_profile: billingProfile.nullable(),
  devices: z.array(deviceSession),
  lots: z.array(creditLot),
  /** Operators' actions on this user, the newest first. */
  audit: z.array(auditLogRow),
});
/** A user on the operators' page of one user. */
export type AdminUserDetails = z.infer<typeof adminUserDetails>;
