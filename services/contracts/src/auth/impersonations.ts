import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';

/** The length of an impersonation session, minutes. It is the lifetime of an access token. */
export const IMPERSONATION_MINUTES = 15;

export const impersonation = z.object({ id, ends_at: timestamp });
/** An operator uses the web app as a user in a read-only impersonation session. */
export type Impersonation = z.infer<typeof impersonation>;

export const impersonationCalls = {
  /**
   * Starts an impersonation session: issues a read-only access token for the user that ends after 15 minutes and cannot be renewed. It is
   * not a session of the user: it is in no list of devices and does not count as activity. `user_not_found`, `account_closed`
   */
  startImpersonation: call('auth.startImpersonation', {
    input: z.object({ userId: id, adminId: id, reason: operatorReason }),
    output: impersonation.extend({ token: z.string() }),
  }),
  /** Ends this operator’s impersonation session before it expires. Idempotent; `not_found` for another operator's session or user. */
  endImpersonation: call('auth.endImpersonation', {
    input: z.object({ userId: id, sessionId: id, adminId: id }),
    output: empty,
  }),
};
