import { z } from 'zod';
import { takedownKind } from '../generation/takedowns';
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
import { TOO_LONG } from './limits';
import { emailInput } from './sessions';
import { languageInput } from './users';

export const reportKind = takedownKind;
/** `answered` is a decision without a takedown or a rejection, for example that a grievance was settled. */
export const reportState = z.enum(['open', 'taken_down', 'rejected', 'answered']);
export type ReportState = z.infer<typeof reportState>;
export const reportDecision = reportState.exclude(['open']);
export type ReportDecision = z.infer<typeof reportDecision>;

/** 80 random bits in 32 letters and digits, in groups of four. */
export const reportNumber = z.string().regex(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);

export const reportReceipt = z.object({
  number: reportNumber,
  kind: reportKind,
  state: reportState,
  receivedAt: timestamp,
  /** When the law or the operator’s settings ask for an answer at the latest. */
  dueAt: timestamp,
  decidedAt: timestamp.nullable(),
  answer: z.string().nullable(),
});
/** What everyone who knows the number of a report may see. */
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

const fields = z.object({
  kind: z.enum(reportKind.options, REPORT_KIND_REQUIRED),
  target: z.string(TARGET_REQUIRED).min(1, TARGET_REQUIRED).max(MAX_TARGET_CHARACTERS, TOO_LONG),
  text: z.string(REPORT_TEXT_REQUIRED).min(1, REPORT_TEXT_REQUIRED).max(MAX_REPORT_CHARACTERS, REPORT_TEXT_TOO_LONG),
  email: optional(emailInput),
});

export const contentReportCalls = {
  /**
   * Stores a report, and mails the receipt to the reporter who left an address. `validation_failed`, also for kinds of `KINDS_WITH_EMAIL` without an address; `invalid_email`. A repeated key returns
   * the first receipt, or fails with `idempotency_conflict` if the content differs.
   */
  postContentReport: call('auth.postContentReport', {
    input: fields.extend({
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
    input: z.object({ limit: pageSize, cursor, kind: optional(reportKind), isOpen: z.boolean() }),
    output: page(contentReport),
  }),
  /**
   * Decides once, and mails the answer to the reporter who left an address. `conflict` if another decision was made. The same decision is
   * idempotent. Recorded in the audit log.
   */
  decideContentReport: call('auth.decideContentReport', {
    input: z.object({
      adminId: id,
      reportId: id,
      decision: reportDecision,
      answer: operatorReason,
      requestId: optional(id),
    }),
    output: contentReport,
  }),
};
