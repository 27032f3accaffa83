import { z } from 'zod';
import { cursor, empty, id, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { CONTACT_SUBJECTS, MESSAGE_REQUIRED, SUBJECT_REQUIRED } from './contact-limits';
import { EMAIL_REQUIRED, NAME_REQUIRED } from './limits';

export const contactSubject = z.enum(CONTACT_SUBJECTS, SUBJECT_REQUIRED);

const contactMessage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  subject: contactSubject,
  message: z.string(),
  createdAt: timestamp,
  answeredAt: timestamp.nullable(),
  /** Address of the operator who marked it as answered. */
  answeredBy: z.string().nullable(),
});
/** A message sent on the contact page. */
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactMessageCalls = {
  /** Stores the message and mails it to the operators. A repeated `idempotencyKey` stores nothing; with other content it is `idempotency_conflict`. */
  postContactMessage: call('auth.postContactMessage', {
    input: z.object({
      name: z.string(NAME_REQUIRED),
      email: z.string(EMAIL_REQUIRED),
      subject: contactSubject,
      message: z.string(MESSAGE_REQUIRED),
      idempotencyKey: z.string().optional(),
    }),
    output: empty,
  }),
  /** Newest first. */
  listContactMessages: call('auth.listContactMessages', {
    input: z.object({ limit: pageSize, cursor, isAnswered: z.boolean().optional() }),
    output: z.object({ messages: z.array(contactMessage), nextCursor: z.string().nullable(), total: z.number() }),
  }),
  /** Where nothing changes, no audit log entry is written. */
  markContactMessage: call('auth.markContactMessage', {
    input: z.object({ messageId: id, adminId: id, isAnswered: z.boolean() }),
    output: contactMessage,
  }),
};
