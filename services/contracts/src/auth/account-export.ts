import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { contactSubject } from './contact-messages';
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
    }),
  ),
  /** Sent on the contact page with this account's address, the oldest first. */
  contact_messages: z.array(
    z.object({
      id,
      name: z.string(),
      subject: contactSubject,
      message: z.string(),
      created_at: timestamp,
      answered_at: timestamp.nullable(),
    }),
  ),
});
/** Auth's part of the copy that users may have of all data kept about them. */
export type AccountExport = z.infer<typeof accountExport>;

export const accountExportCalls = {
  /** Mails a one-time link to a copy of all data kept about the user. */
  requestExport: call('auth.requestExport', { input: z.object({ userId: id }), output: empty }),
  /** The link stays valid until the export is closed. */
  readExport: call('auth.readExport', { input: z.object({ token: z.string() }), output: accountExport }),
  /** Uses the link up and records the export; `rows` counts its transactions and requests. */
  closeExport: call('auth.closeExport', {
    input: z.object({ token: z.string(), rows: z.int().min(0).optional() }),
    output: empty,
  }),
};
