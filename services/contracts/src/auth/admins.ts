import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { device, emailInput, passwordInput } from './sessions';

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
   * idle for 30 minutes (`isIdle`). Automatic requests of a page (`isBackground`) do not count as activity.
   */
  checkAdminSession: call('auth.checkAdminSession', {
    input: ofSession.extend({ isBackground: z.boolean().optional() }),
    output: z.object({ active: z.boolean(), isIdle: z.boolean().optional() }),
  }),
  adminSignOut: call('auth.adminSignOut', { input: ofSession, output: empty }),
};
