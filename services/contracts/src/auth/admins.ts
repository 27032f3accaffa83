import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { EMAIL_REQUIRED, PASSWORD_REQUIRED } from './limits';
import { device } from './sessions';

const ofSession = z.object({ adminId: id, sessionId: z.string() });

export const adminCalls = {
  /** `expiresAt` in Unix seconds. */
  adminSignIn: call('auth.adminSignIn', {
    input: z.object({ email: z.string(EMAIL_REQUIRED), password: z.string(PASSWORD_REQUIRED), device }),
    output: z.object({
      token: z.string(),
      expiresAt: z.number(),
      admin: z.object({ email: z.string() }),
      device_token: z.string(),
    }),
    timeoutMs: 10_000,
  }),
  /**
   * Checked on every operator's request: false once the session was revoked, has expired, or was idle for 30 minutes
   * (`isIdle`). Requests that a page sends by itself (`isBackground`) do not count as activity.
   */
  checkAdminSession: call('auth.checkAdminSession', {
    input: ofSession.extend({ isBackground: z.boolean().optional() }),
    output: z.object({ active: z.boolean(), isIdle: z.boolean().optional() }),
  }),
  adminSignOut: call('auth.adminSignOut', { input: ofSession, output: empty }),
};
