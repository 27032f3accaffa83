import { z } from 'zod';
import { cappedCount, cursor, empty, id, idempotencyKey, optional, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
  CONTACT_SUBJECTS,
  MAX_MESSAGE_CHARACTERS,
  MESSAGE_REQUIRED,
  MESSAGE_TOO_LONG,
  SUBJECT_REQUIRED,
} from './contact-limits';
import { emailInput } from './sessions';
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

export const contactMessageCalls = {
  /**
   * Stores the message and mails it to the operators. A repeated `idempotencyKey` does nothing, or fails with
   * `idempotency_conflict` if the content differs.
   */
  postContactMessage: call('auth.postContactMessage', {
    input: z.object({
      name: nameInput,
      email: emailInput,
      subject: contactSubject,
      message: z.string(MESSAGE_REQUIRED).max(MAX_MESSAGE_CHARACTERS, MESSAGE_TOO_LONG),
      isUrgent: optional(z.boolean()),
      idempotencyKey: idempotencyKey.optional(),
    }),
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
