import { z } from 'zod';
import { id, timestamp } from '../messages/fields';
import { event } from '../messages/message';
import { accountDeletionCalls } from './account-deletion';
import { accountExportCalls } from './account-export';
import { adminCalls } from './admins';
import { apiKeyBroadcasts, apiKeyCalls } from './api-keys';
import { auditLogCalls } from './audit-log';
import { breachCalls } from './breaches';
import { consentCalls } from './consents';
import { contactMessageCalls } from './contact-messages';
import { contentReportCalls } from './content-reports';
import { deliveryCalls } from './deliveries';
import { quarterlyNoticeCalls } from './quarterly-notices';
import { reportStatisticsCalls } from './report-statistics';
import { incidentMailCalls } from './incident-mails';
import { lastingAccessCalls, lastingAccessEvents } from './lasting-access';
import { mailCalls } from './mails';
import { notificationCalls } from './notifications';
import { openIdCalls } from './openid';
import { operatorCalls } from './operators';
import { passkeyCalls } from './passkeys';
import { retainedRecordCalls } from './retained-records';
import { sessionBroadcasts, sessionCalls } from './sessions';
import { tokenBroadcasts, tokenCalls } from './tokens';
import { userDirectoryCalls } from './user-directory';
import { userSupportCalls } from './user-support';
import { impersonationCalls } from './impersonations';
import { userCalls } from './users';
import { webPushCalls } from './web-push';
import { webhookCalls, webhookEventContracts } from './webhooks';

export const authCalls = {
  ...accountDeletionCalls,
  ...accountExportCalls,
  ...adminCalls,
  ...apiKeyCalls,
  ...auditLogCalls,
  ...breachCalls,
  ...consentCalls,
  ...contactMessageCalls,
  ...contentReportCalls,
  ...quarterlyNoticeCalls,
  ...reportStatisticsCalls,
  ...incidentMailCalls,
  ...lastingAccessCalls,
  ...mailCalls,
  ...notificationCalls,
  ...openIdCalls,
  ...operatorCalls,
  ...passkeyCalls,
  ...retainedRecordCalls,
  ...sessionCalls,
  ...tokenCalls,
  ...userCalls,
  ...userDirectoryCalls,
  ...userSupportCalls,
  ...impersonationCalls,
  ...deliveryCalls,
  ...webPushCalls,
  ...webhookCalls,
};

export const authEvents = {
  /** An address was confirmed for the first time; published once per account. `email` is in its canonical spelling. */
  userConfirmed: event(
    'auth.userConfirmed',
    ['billing', 'generation'],
    z.object({ userId: id, email: z.string(), confirmedAt: timestamp }),
  ),
  ...lastingAccessEvents,
  ...webhookEventContracts,
};

export const authBroadcasts = { ...apiKeyBroadcasts, ...sessionBroadcasts, ...tokenBroadcasts };
