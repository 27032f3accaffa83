import { z } from 'zod';
import { pageQuery, searchWords } from '../messages/query-fields';
import { empty, id, optional, page, timeInput, timestamp } from '../messages/fields';
import { call, job } from '../messages/message';
import { operatorReason } from './audit-log';
import { INPUT_LIMITS } from './limits';
import { languageInput } from './users';

/** Characters of the error of an attempt. */
export const MAX_MAIL_ERROR = 500;

const renderedMail = z.object({
  to: z.string(),
  /** Reply-To address; replies go to the sender if it is absent. */
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The local part of its Message-ID, if it is not the id of the mail. */
  messageId: z.string().optional(),
});
export type RenderedMail = z.infer<typeof renderedMail>;

/** A mail in a language, for a preview. */
export const mailText = z.object({ language: languageInput, subject: z.string(), text: z.string() });

/** A mail to many accounts. */
export const sentMailing = z.object({
  /** Email address of the operator. */
  by: z.string(),
  at: timestamp,
  reason: z.string(),
  /** Accounts to mail, when the operator confirmed it. */
  recipients: z.int(),
  /** Queued so far. */
  mails: z.int(),
  /** True if all mails are queued, except to accounts that were deleted in the meantime. */
  isComplete: z.boolean(),
});
export type SentMailing = z.infer<typeof sentMailing>;

export const mailRow = z.object({
  id,
  kind: z.string(),
  to: z.string(),
  createdAt: timestamp,
  /** Null until it is sent. */
  sentAt: timestamp.nullable(),
});
/** A mail as operators see it. */
export type MailRow = z.infer<typeof mailRow>;

export const MAIL_KINDS = [
  'confirm',
  'already_registered',
  'password_reset',
  'password_changed',
  'link_sign_in',
  'new_sign_in',
  'access_granted',
  'export',
  'guest_access',
  'receipt',
  'refund',
  'refund_delayed',
  'request_finished',
  'credits_expiring',
  'balance_low',
  'webhook_endpoint_off',
  'report_received',
  'report_decided',
  'output_taken_down',
  'takedown_lifted',
  'quarterly_notice',
  'breach_notice',
  'incident',
  'account_deletion_started',
  'account_deleted',
  'alert',
  'operator_invitation',
  'contact_message',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** `waiting`: not tried or not failed yet; `failing`: the last attempt failed; `expired`: its link was used or has expired. */
export const MAIL_STATES = ['waiting', 'failing', 'sent', 'expired'] as const;
export type MailState = (typeof MAIL_STATES)[number];

const listedMail = mailRow.extend({
  kind: z.enum(MAIL_KINDS),
  state: z.enum(MAIL_STATES),
  /** Null for guests and operators. */
  userId: id.nullable(),
  subject: z.string(),
  attempts: z.number(),
  lastAttemptAt: timestamp.nullable(),
  /** Why the last attempt failed; null after a success. */
  lastError: z.string().nullable(),
  /** How often an operator sent it again. */
  resends: z.number(),
  /** Sending it (again) is safe: its text is still true and its link works. */
  canResend: z.boolean(),
});
/** A mail in the operators' list. */
export type ListedMail = z.infer<typeof listedMail>;
export const listedMails = page(listedMail);

export const mailDetails = listedMail.extend({
  /** The text with every token replaced. */
  text: z.string(),
});
export type MailDetails = z.infer<typeof mailDetails>;

export const mailsQuery = pageQuery.extend({
  q: searchWords(INPUT_LIMITS.email).describe('The recipient’s address, or the id of the email, its user or its order'),
  state: optional(z.enum(MAIL_STATES)).describe('`expired`: its link was used or has expired'),
  kind: optional(z.enum(MAIL_KINDS)),
  from: optional(timeInput).describe('Queued at this time or later'),
  to: optional(timeInput).describe('Queued before this time'),
});
export type MailsQuery = z.infer<typeof mailsQuery>;

export const mailCalls = {
  /** Newest first. */
  listMails: call('auth.listMails', {
    isForOperators: true,
    input: mailsQuery.omit({ q: true }).extend({ words: mailsQuery.shape.q }),
    output: listedMails,
  }),
  /** `not_found` */
  getMail: call('auth.getMail', { input: z.object({ mailId: id }), output: mailDetails }),
  /**
   * Sends an email again, or immediately if it is still waiting. A mail that was sent within the last minute is not
   * sent again. `not_found`; `conflict`
   * if that is not safe.
   */
  resendMail: call('auth.resendMail', {
    input: z.object({ mailId: id, adminId: id, reason: operatorReason }),
    output: empty,
  }),
  /** Stores why the mail server did not accept a mail. */
  recordMailFailure: call('auth.recordMailFailure', {
    input: z.object({ mailId: id, error: z.string().max(MAX_MAIL_ERROR) }),
    output: empty,
  }),
  /** Null if the mail was already sent or its link has expired. */
  renderMail: call('auth.renderMail', { input: z.object({ mailId: id }), output: renderedMail.nullable() }),
  /** The mails about an order and its refunds, oldest first. Mails to guests are deleted once they are sent. */
  listOrderMails: call('auth.listOrderMails', {
    isForOperators: true,
    input: z.object({ orderId: id, refundIds: z.array(id).max(1_000) }),
    output: z.object({ mails: z.array(mailRow) }),
  }),
  markMailSent: call('auth.markMailSent', { input: z.object({ mailId: id }), output: empty }),
};

/** Sends one mail of auth's `mails` table by SMTP. Auth publishes it; the worker runs it. */
export const mailJob = job('mail', 'worker', 'auth');
