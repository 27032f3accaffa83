import { z } from 'zod';
import { idPageQuery } from '../messages/query-fields';
import { id, optional, page, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { incidentSelection } from '../operations/affected-jobs';
import { operatorReason } from './audit-log';
import { TOO_LONG } from './limits';

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
  /** Also the id of the mail. */
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
