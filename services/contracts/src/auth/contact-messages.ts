import { z } from 'zod';
import { idPageQuery } from '../messages/query-fields';
import { cappedCount, cursor, empty, id, idempotencyKey, optional, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
  CONTACT_SUBJECTS,
  MAX_MESSAGE_CHARACTERS,
  MESSAGE_REQUIRED,
  MESSAGE_TOO_LONG,
  SUBJECT_REQUIRED,
} from './contact-limits';
import { TOO_LONG } from '../messages/input-limits';
import { emailBody } from './sessions';
import { nameInput } from './users';

export const contactSubject = z.enum(CONTACT_SUBJECTS, SUBJECT_REQUIRED);

const contactMessage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  subject: contactSubject,
  message: z.string(),
  isUrgent: z.boolean(),
  createdAt: timestamp,
  answeredAt: timestamp.nullable(),
  /** Email address of the operator who marked it as answered. */
  answeredBy: z.string().nullable(),
});
/** A message sent on the contact page. */
export type ContactMessage = z.infer<typeof contactMessage>;

const contactFields = z.object({
  name: nameInput,
  ...emailBody.shape,
  subject: contactSubject,
  message: z.string(MESSAGE_REQUIRED).min(1, MESSAGE_REQUIRED).max(MAX_MESSAGE_CHARACTERS, MESSAGE_TOO_LONG),
  isUrgent: optional(z.boolean()).describe('Marks the message for operators'),
});
export const contactBody = contactFields.extend({
  website: optional(z.string().max(1_000, TOO_LONG)).describe(
    'Hidden field; messages that fill it in are not delivered',
  ),
});
export type ContactBody = z.infer<typeof contactBody>;
export const messagesQuery = idPageQuery.extend({
  status: optional(z.enum(['open', 'answered'], 'status must be open or answered')),
});
export type MessagesQuery = z.infer<typeof messagesQuery>;
export const messageMarkBody = z.object({ answered: z.boolean('answered must be true or false') });
export type MessageMarkBody = z.infer<typeof messageMarkBody>;

export const contactMessageCalls = {
  /**
   * Stores the message and mails it to the operators. A repeated `idempotencyKey` does nothing, or fails with
   * `idempotency_conflict` if the content differs.
   */
  postContactMessage: call('auth.postContactMessage', {
    input: contactFields.extend({ idempotencyKey: idempotencyKey.optional() }),
    output: empty,
  }),
  /** Newest first. */
  listContactMessages: call('auth.listContactMessages', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor, isAnswered: z.boolean().optional() }),
    output: cappedCount.extend({ messages: z.array(contactMessage), nextCursor: z.string().nullable() }),
  }),
  /** Idempotent: without a change, no audit log entry is written. */
  markContactMessage: call('auth.markContactMessage', {
    input: z.object({ messageId: id, adminId: id, isAnswered: z.boolean() }),
    output: contactMessage,
  }),
};
