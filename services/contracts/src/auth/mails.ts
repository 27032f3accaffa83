import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call, job } from '../messages/message';

const renderedMail = z.object({
  to: z.string(),
  /** Where replies go, if not to the sender. */
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type RenderedMail = z.infer<typeof renderedMail>;

export const mailCalls = {
  /** Null once the mail was sent or its link is no longer valid. */
  renderMail: call('auth.renderMail', { input: z.object({ mailId: id }), output: renderedMail.nullable() }),
  markMailSent: call('auth.markMailSent', { input: z.object({ mailId: id }), output: empty }),
};

/** Sends one mail of auth's `mails` table by SMTP. Published by auth, done by the worker. */
export const mailJob = job('mail', 'worker');
