import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { event } from '../messages/message';
import { accountDeletionCalls } from './account-deletion';
import { accountExportCalls } from './account-export';
import { adminCalls } from './admins';
import { auditLogCalls } from './audit-log';
import { contactMessageCalls } from './contact-messages';
import { incidentMailCalls } from './incident-mails';
import { mailCalls } from './mails';
import { operatorCalls } from './operators';
import { savedViewCalls } from './saved-views';
import { sessionBroadcasts, sessionCalls } from './sessions';
import { tokenBroadcasts, tokenCalls } from './tokens';
import { userDirectoryCalls } from './user-directory';
import { userSupportCalls } from './user-support';
import { userViewCalls } from './user-views';
import { userCalls } from './users';
import { webPushCalls } from './web-push';

export const authCalls = {
  ...accountDeletionCalls,
  ...accountExportCalls,
  ...adminCalls,
  ...auditLogCalls,
  ...contactMessageCalls,
  ...incidentMailCalls,
  ...mailCalls,
  ...operatorCalls,
  ...savedViewCalls,
  ...sessionCalls,
  ...tokenCalls,
  ...userCalls,
  ...userDirectoryCalls,
  ...userSupportCalls,
  ...userViewCalls,
  ...webPushCalls,
};

export const authEvents = {
  /** An address was confirmed for the first time; published once per account. `email` is lower-cased. */
  userConfirmed: event(
    'auth.userConfirmed',
    ['billing', 'generation'],
    z.object({ userId: id, email: z.string(), confirmedAt: timestamp }),
  ),
};

export const authBroadcasts = { ...sessionBroadcasts, ...tokenBroadcasts };
