import { z } from 'zod';
import { idPageQuery } from '../messages/query-fields';
import { id, optional, page, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
import { TOO_LONG } from '../messages/input-limits';

/** Minutes in which the mails of a preview may be queued. */
export const INCIDENT_PREVIEW_MINUTES = 60;
/** The operator types the number of mails again if there are more recipients than these. */
export const CONFIRMED_RECIPIENTS = 100;
export const MAX_INCIDENT_SUBJECT = 120;
/** A subject is one line: no control characters and no line separators. */
export const INCIDENT_SUBJECT_PATTERN = /^[^\p{Cc}\u2028\u2029]*$/u;
export const MAX_INCIDENT_TEXT = 4_000;
/** Values of each recipient that a text may contain in braces. */
export const INCIDENT_PLACEHOLDERS = ['credits', 'jobs'] as const;

const MAX_WAIT_MINUTES = 7 * 24 * 60;
export const incidentOutcome = z.enum(['failed', 'canceled', 'unconfirmed', 'waited']);
/** `waited`: it took longer than `waitedMinutes` until a provider had the job. */
export type IncidentOutcome = z.infer<typeof incidentOutcome>;

const PROVIDER = 'Please choose a provider';

export const incidentBody = z.object({
  from: timeInput.describe('Jobs that were created at this time or later'),
  to: timeInput.describe('Jobs that were created before this time'),
  providers: z.array(z.string().min(1).max(64), PROVIDER).min(1, PROVIDER).max(20),
  outcome: incidentOutcome.describe('`waited`: it took longer than `waitedMinutes` until a provider accepted the job'),
  waitedMinutes: optional(z.int().min(1).max(MAX_WAIT_MINUTES)).describe('Required for `waited`, ignored otherwise'),
});
export type IncidentBody = z.infer<typeof incidentBody>;
export const incidentSelection = incidentBody
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    message: 'The end must be after the start',
    path: ['to'],
  })
  .refine(({ outcome, waitedMinutes }) => outcome !== 'waited' || waitedMinutes !== undefined, {
    message: 'Please enter how many minutes the jobs waited',
    path: ['waitedMinutes'],
  });
/** Which jobs an incident affected. */
export type IncidentSelection = z.infer<typeof incidentSelection>;

const counts = z.object({
  /** One mail each. */
  recipients: z.number(),
  /** Recipients without an account. */
  guests: z.number(),
  /** Jobs of the recipients. */
  jobs: z.number(),
  /** The credits that these jobs cost, and the credits that were returned. */
  credits: z.number(),
  returnedCredits: z.number(),
  /** Jobs of blocked and deleted accounts, and of guests without an address; no one is mailed about them. */
  unreachableJobs: z.number(),
});

export const incidentPreview = counts.extend({
  mailingId: id,
  /** Recipients who were already mailed about one of the jobs, and when the last of them was. */
  alreadyMailed: z.number(),
  lastMailedAt: timestamp.nullable(),
  /** The selection in words. */
  selection: z.string(),
  /** Names of the first ten recipients; null for a guest. */
  names: z.array(z.string().nullable()),
  /** True if the operator must repeat the number of mails. */
  needsConfirmation: z.boolean(),
});
export type IncidentPreview = z.infer<typeof incidentPreview>;

export const incidentMailing = counts.extend({
  id,
  adminId: id,
  selection: z.string(),
  subject: z.string(),
  text: z.string(),
  reason: z.string(),
  queued_at: timestamp,
  /** Counted from the rows of the recipients. */
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  /** Blocked or deleted since the preview, mailed about one of the jobs before, or deleted since. */
  excluded: z.number(),
});
/** Emails about an incident, and their progress. */
export type IncidentMailing = z.infer<typeof incidentMailing>;

export const incidentRecipientState = z.enum(['queued', 'sent', 'failed', 'excluded']);
export type IncidentRecipientState = z.infer<typeof incidentRecipientState>;

export const incidentRecipient = z.object({
  /** The id of the recipient is also the id of the mail. */
  id,
  /** Null for a guest. */
  userId: id.nullable(),
  name: z.string().nullable(),
  jobs: z.number(),
  credits: z.number(),
  state: incidentRecipientState,
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  sent_at: timestamp.nullable(),
});
export type IncidentRecipient = z.infer<typeof incidentRecipient>;

const SUBJECT = 'A subject is one line of text';

export const incidentMailsBody = z.object({
  mailingId: id.describe('The mailing that the preview returned'),
  subject: z
    .string(SUBJECT)
    .trim()
    .min(1, SUBJECT)
    .regex(INCIDENT_SUBJECT_PATTERN, SUBJECT)
    .max(MAX_INCIDENT_SUBJECT, TOO_LONG),
  text: z
    .string()
    .trim()
    .min(1)
    .max(MAX_INCIDENT_TEXT, TOO_LONG)
    .describe('Plain text; `{credits}` and `{jobs}` are replaced by the recipient’s numbers'),
  reason: operatorReason,
  includesMailed: optional(z.boolean()).describe(
    'Also emails recipients who were already emailed about one of the jobs',
  ),
  confirmation: optional(z.string().max(20, TOO_LONG)).describe(
    'The number of emails, repeated to confirm it; required above 100 recipients',
  ),
});
export type IncidentMailsBody = z.infer<typeof incidentMailsBody>;
export const incidentRecipientsQuery = idPageQuery.extend({ state: optional(incidentRecipientState) });
export type IncidentRecipientsQuery = z.infer<typeof incidentRecipientsQuery>;

export const incidentMailCalls = {
  /** Freezes the recipients. `validation_failed` for more than 5,000 jobs. */
  previewIncidentMails: call('auth.previewIncidentMails', {
    input: z.object({ adminId: id, selection: incidentSelection }),
    output: incidentPreview,
    timeoutMs: 20_000,
  }),
  /**
   * Queues one mail for each recipient of this operator's preview. Repeating it has no further effect. `not_found`; `conflict` if the
   * preview is older than an hour, was sent with another text, or everybody was mailed before; `validation_failed` for other placeholders or a wrong `confirmation`
   */
  queueIncidentMails: call('auth.queueIncidentMails', {
    input: incidentMailsBody.extend({ adminId: id }),
    output: z.object({ mailingId: id }),
    timeoutMs: 20_000,
  }),
  /** Newest first. */
  listIncidentMailings: call('auth.listIncidentMailings', {
    isForOperators: true,
    input: idPageQuery,
    output: page(incidentMailing),
  }),
  /** A mailing and its recipients. `not_found` */
  getIncidentMailing: call('auth.getIncidentMailing', {
    isForOperators: true,
    input: incidentRecipientsQuery.extend({ mailingId: id }),
    output: page(incidentRecipient).extend({ mailing: incidentMailing }),
  }),
};
