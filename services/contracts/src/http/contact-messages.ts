import { z } from 'zod';
import { contactSubject } from '../auth/contact-messages';
import { id, timestamp } from '../messages/fields';

export const contactMessageRow = z.object({
  id,
  name: z.string(),
  email: z.string(),
  subject: contactSubject,
  message: z.string(),
  /** Whether the sender marked the message as urgent. */
  is_urgent: z.boolean(),
  created_at: timestamp,
  answered_at: timestamp.nullable(),
  /** Address of the operator who marked it as answered. */
  answered_by: z.string().nullable(),
});
/** A message of the contact page, as operators see it. */
export type ContactMessageRow = z.infer<typeof contactMessageRow>;
