import { z } from 'zod';
import { idPageQuery } from '../messages/query-fields';
import { cursor, id, idempotencyKey, optional, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
import {
  MAX_REPORT_CHARACTERS,
  MAX_TARGET_CHARACTERS,
  REPORT_KIND_REQUIRED,
  REPORT_TEXT_REQUIRED,
  REPORT_TEXT_TOO_LONG,
  TARGET_REQUIRED,
} from './content-report-limits';
import { INPUT_LIMITS, INVALID_EMAIL } from './limits';
import { TAKEDOWN_KINDS } from './takedown-kinds';
import { TOO_LONG } from '../messages/input-limits';
import { clientLanguage, languageInput } from './users';

export const takedownKind = z.enum(TAKEDOWN_KINDS);

/** `answered` is a decision without a takedown or a rejection, for example that a grievance was settled. */
export const reportState = z.enum(['open', 'taken_down', 'rejected', 'answered']);
export type ReportState = z.infer<typeof reportState>;
export const reportDecision = reportState.exclude(['open']);
export type ReportDecision = z.infer<typeof reportDecision>;

/** 80 random bits in 32 letters and digits, in groups of four. */
export const reportNumber = z.string().regex(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);

export const reportReceipt = z.object({
  number: reportNumber,
  kind: takedownKind,
  state: reportState,
  receivedAt: timestamp,
  /** When the law or the operator’s settings ask for an answer at the latest. */
  dueAt: timestamp,
  decidedAt: timestamp.nullable(),
  answer: z.string().nullable(),
});
/** The public view of a report, for everyone who knows its number. */
export type ReportReceipt = z.infer<typeof reportReceipt>;

const reportEvent = z.object({
  at: timestamp,
  what: z.enum(['received', 'taken_down', 'rejected', 'answered']),
  /** Email address of the operator; null for the reporter. */
  by: z.string().nullable(),
  text: z.string(),
});

export const contentReport = reportReceipt.extend({
  id,
  /** The link or the ID, as the reporter wrote it. */
  target: z.string(),
  /** The request that it names; null if Luit did not recognize it. */
  requestId: id.nullable(),
  text: z.string(),
  email: z.string().nullable(),
  /** Email address of the operator who decided. */
  decidedBy: z.string().nullable(),
  events: z.array(reportEvent),
});
/** A report as operators see it. */
export type ContentReport = z.infer<typeof contentReport>;

const reportFields = z.object({
  kind: z.enum(takedownKind.options, REPORT_KIND_REQUIRED),
  target: z
    .string(TARGET_REQUIRED)
    .min(1, TARGET_REQUIRED)
    .max(MAX_TARGET_CHARACTERS, TOO_LONG)
    .describe('The link or the ID of the video or photo'),
  text: z.string(REPORT_TEXT_REQUIRED).min(1, REPORT_TEXT_REQUIRED).max(MAX_REPORT_CHARACTERS, REPORT_TEXT_TOO_LONG),
  email: optional(z.string(INVALID_EMAIL).max(INPUT_LIMITS.email, TOO_LONG)).describe(
    'Required for orders, grievances and personal data',
  ),
});
export const contentReportBody = reportFields.extend({
  language: clientLanguage('The language of the emails about the report'),
  website: optional(z.string().max(1_000, TOO_LONG)).describe('Hidden field; reports that fill it in are not stored'),
});
export type ContentReportBody = z.infer<typeof contentReportBody>;
export const contentReportsQuery = idPageQuery.extend({
  status: z.enum(['open', 'decided'], 'status must be open or decided').default('open'),
  kind: optional(takedownKind),
});
export type ContentReportsQuery = z.infer<typeof contentReportsQuery>;
/** `kind` is of the takedown. */
export const reportDecisionBody = z.object({
  decision: reportDecision.describe('`taken_down` takes the output down as well'),
  answer: operatorReason,
  kind: optional(takedownKind).describe('Of the takedown; required for `taken_down`'),
  requestId: optional(id).describe('The job of the output, required for `taken_down`'),
});
export type ReportDecisionBody = z.infer<typeof reportDecisionBody>;

export const contentReportCalls = {
  /**
   * Stores a report, and mails the receipt to the reporter who left an address. `validation_failed`, also for kinds of `KINDS_WITH_EMAIL` without an address; `invalid_email`. A repeated key returns
   * the first receipt, or fails with `idempotency_conflict` if the content differs.
   */
  postContentReport: call('auth.postContentReport', {
    input: reportFields.extend({
      requestId: optional(id),
      /** Language of the mails to the reporter. */
      language: optional(languageInput),
      idempotencyKey: optional(idempotencyKey),
    }),
    output: reportReceipt,
  }),
  /** `not_found` */
  getReportReceipt: call('auth.getReportReceipt', { input: z.object({ number: z.string() }), output: reportReceipt }),
  /** Open ones by the time that is left, decided ones by the time of the decision, latest first. */
  listContentReports: call('auth.listContentReports', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor, kind: optional(takedownKind), isOpen: z.boolean() }),
    output: page(contentReport),
  }),
  /**
   * Decides once, and mails the answer to the reporter who left an address. `conflict` if another decision was made. The same decision is
   * idempotent. Recorded in the audit log.
   */
  decideContentReport: call('auth.decideContentReport', {
    input: reportDecisionBody.omit({ kind: true }).extend({ adminId: id, reportId: id }),
    output: contentReport,
  }),
};
