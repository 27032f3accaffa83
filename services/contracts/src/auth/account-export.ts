import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { API_KEY_MODES, API_KEY_SCOPES } from './api-key-limits';
import { consentRecord } from './consents';
import { contactSubject } from './contact-messages';
import { notificationSetting } from './notifications';
import { linkToken } from './sessions';
import { user } from './users';

export const accountExport = z.object({
  account: user.extend({ consented_at: timestamp }),
  sessions: z.array(
    z.object({
      id,
      device: z.string(),
      user_agent: z.string(),
      ip: z.string(),
      created_at: timestamp,
      last_used_at: timestamp,
      ended_at: timestamp.nullable(),
      /** The push service endpoint of the device. */
      web_push: z.object({ endpoint: z.string(), created_at: timestamp }).nullable(),
    }),
  ),
  /** Which notices reach the user, and how. */
  notification_settings: z.array(notificationSetting),
  /** The user's agreements and withdrawals, oldest first. */
  consents: z.array(consentRecord),
  /** API keys without their secrets, oldest first. */
  api_keys: z.array(
    z.object({
      id,
      name: z.string(),
      mode: z.enum(API_KEY_MODES),
      scopes: z.array(z.enum(API_KEY_SCOPES)),
      models: z.array(z.string()).nullable(),
      networks: z.array(z.string()).nullable(),
      created_at: timestamp,
      expires_at: timestamp.nullable(),
      last_used_at: timestamp.nullable(),
      revoked_at: timestamp.nullable(),
    }),
  ),
  /** Accounts at OpenID providers that can sign in, and passkeys without their keys, oldest first. */
  linked_sign_ins: z.array(
    z.object({
      id,
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      created_at: timestamp,
      last_used_at: timestamp.nullable(),
    }),
  ),
  passkeys: z.array(z.object({ id, name: z.string(), created_at: timestamp, last_used_at: timestamp.nullable() })),
  /** Webhook endpoints without their secrets, oldest first. */
  webhook_endpoints: z.array(
    z.object({ id, url: z.string(), events: z.array(z.string()), created_at: timestamp, off_at: timestamp.nullable() }),
  ),
  /** Messages sent on the contact page with this account's address, oldest first. */
  contact_messages: z.array(
    z.object({
      id,
      name: z.string(),
      subject: contactSubject,
      message: z.string(),
      is_urgent: z.boolean(),
      created_at: timestamp,
      answered_at: timestamp.nullable(),
    }),
  ),
});
/** Auth's part of the data export of a user. */
export type AccountExport = z.infer<typeof accountExport>;

export const accountExportCalls = {
  /** Mails the user a one-time link to an export of their data. */
  requestExport: call('auth.requestExport', { input: z.object({ userId: id }), output: empty }),
  /** The link stays valid until the export is closed. */
  readExport: call('auth.readExport', { input: z.object({ token: linkToken }), output: accountExport }),
  /** Invalidates the link and records the export in the audit log. `rows` is its number of transactions and requests. */
  closeExport: call('auth.closeExport', {
    input: z.object({ token: linkToken, rows: z.int().min(0).optional() }),
    output: empty,
  }),
};
