import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';

/** How long an operator may view as a user, minutes. It is the lifetime of an access token. */
export const USER_VIEW_MINUTES = 15;

export const userView = z.object({ id, ends_at: timestamp });
/** An operator views the web app as a user, without changing anything. */
export type UserView = z.infer<typeof userView>;

export const userViewCalls = {
  /**
   * Issues an access token that only reads as the user, ends after 15 minutes and cannot be renewed. It is no session of the
   * user: it is in no list of devices and does not count as activity. `user_not_found`, `account_closed`
   */
  startUserView: call('auth.startUserView', {
    input: z.object({ userId: id, adminId: id, reason: operatorReason }),
    output: userView.extend({ token: z.string() }),
  }),
  /** Ends this operator’s view before it expires. Idempotent; `not_found` for another operator's view or user. */
  endUserView: call('auth.endUserView', { input: z.object({ userId: id, viewId: id, adminId: id }), output: empty }),
};
