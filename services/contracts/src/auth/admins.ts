import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { OPERATOR_ROLES } from './operator-permissions';
import { device, emailInput, passwordInput } from './sessions';

const role = z.enum(OPERATOR_ROLES);

/**
 * The permissions of a session depend on its second factor: `to_verify` after the password, `to_set_up` if the role requires one that does
 * not exist yet, `not_required` if there is none and none is required.
 */
export const secondFactorState = z.enum(['verified', 'to_verify', 'to_set_up', 'not_required']);
export type SecondFactorState = z.infer<typeof secondFactorState>;

const operatorSession = z.object({
  role,
  secondFactor: secondFactorState,
  /** Null if none was verified. */
  secondsSinceSecondFactor: z.number().nullable(),
});
/** The operator of an active session, as of now. */
export type OperatorSession = z.infer<typeof operatorSession>;

const ofSession = z.object({ adminId: id, sessionId: z.string() });

export const adminCalls = {
  /** `expiresAt` in Unix seconds. */
  adminSignIn: call('auth.adminSignIn', {
    input: z.object({ email: emailInput, password: passwordInput, device }),
    output: z.object({
      token: z.string(),
      expiresAt: z.number(),
      admin: z.object({ email: z.string() }),
      device_token: z.string(),
    }),
    timeoutMs: 10_000,
  }),
  /**
   * The gateway checks this on every operator request. `active` is false if the session was revoked, has expired, or was
   * idle for 30 minutes (`isIdle`), or the operator was disabled. Automatic requests of a page (`isBackground`) do not count as activity.
   */
  checkAdminSession: call('auth.checkAdminSession', {
    input: ofSession.extend({ isBackground: z.boolean().optional() }),
    output: z.object({
      active: z.boolean(),
      isIdle: z.boolean().optional(),
      /** Present if `active`. */
      operator: operatorSession.optional(),
    }),
  }),
  /** Addresses, by id, of the operators that exist. */
  getAdminEmails: call('auth.getAdminEmails', {
    input: z.object({ adminIds: z.array(id).max(200) }),
    output: z.object({ emails: z.record(z.string(), z.string()) }),
  }),
  adminSignOut: call('auth.adminSignOut', { input: ofSession, output: empty }),
};
