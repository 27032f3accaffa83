import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call, job } from '../messages/message';

const renderedMail = z.object({
  to: z.string(),
  /** Reply-To address; replies go to the sender if it is absent. */
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type RenderedMail = z.infer<typeof renderedMail>;

export const mailCalls = {
  /** Null if the mail was already sent or its link has expired. */
  renderMail: call('auth.renderMail', { input: z.object({ mailId: id }), output: renderedMail.nullable() }),
  markMailSent: call('auth.markMailSent', { input: z.object({ mailId: id }), output: empty }),
};

/** Sends one mail of auth's `mails` table by SMTP. Auth publishes it; the worker runs it. */
export const mailJob = job('mail', 'worker', 'auth');
