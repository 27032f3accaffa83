import { z } from 'zod';
import { cursor, empty, id, optional, pageSize, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { nameText } from '../messages/name-text';
import { operatorReason, reasonBody } from './audit-log';
import {
  BREACH_NOTICES,
  BREACH_SELECTIONS,
  BREACH_TEXT_REQUIRED,
  BREACH_TITLE_REQUIRED,
  MAX_BREACH_ACCOUNTS_TEXT,
  MAX_BREACH_NOTICE,
  MAX_BREACH_TEXT,
  MAX_BREACH_TITLE,
  NOTICE_REQUIRED,
  NOTICED_BY_REQUIRED,
} from './breach-limits';
import { INPUT_LIMITS } from './limits';
import { TOO_LONG } from '../messages/input-limits';
import { mailText, sentMailing } from './mails';

export const breachNoticeKind = z.enum(BREACH_NOTICES);
export const breachAction = z.enum(['cert_in_notified', 'board_notified', 'users_notified', 'note', 'closed']);
export type BreachAction = z.infer<typeof breachAction>;

export const breach = z.object({
  id,
  title: z.string(),
  description: z.string(),
  noticedBy: z.string(),
  noticedAt: timestamp,
  recordedAt: timestamp,
  /** Email address of the operator. */
  recordedBy: z.string(),
  certInDueAt: timestamp,
  boardDueAt: timestamp,
  certInNotifiedAt: timestamp.nullable(),
  boardNotifiedAt: timestamp.nullable(),
  usersNotifiedAt: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  /** Number of affected accounts. */
  accounts: z.number(),
});
export type Breach = z.infer<typeof breach>;

const breachEvent = z.object({
  at: timestamp,
  what: z.enum([
    'recorded',
    'accounts_added',
    'accounts_cleared',
    'notice_changed',
    'notice_confirmed',
    ...breachAction.options,
  ]),
  /** Email address of the operator. */
  by: z.string(),
  text: z.string(),
});

const breachNotice = z.object({
  kind: breachNoticeKind,
  text: z.string(),
  /** True while the text is the generated draft, which no operator has changed. */
  isDraft: z.boolean(),
});

export const breachDetails = breach.extend({ events: z.array(breachEvent), notices: z.array(breachNotice) });
/** A breach with its proof and the notices. */
export type BreachDetails = z.infer<typeof breachDetails>;

export const breachSelection = z.object({
  added: z.number(),
  /** The first 20 pasted entries that match no account. */
  unknown: z.array(z.string()),
  /** Reads and exports of the operator that name no single account, such as lists. Operators must check these in the audit log. */
  unnamedReads: z.number(),
});
export type BreachSelection = z.infer<typeof breachSelection>;

export const breachAccount = z.object({
  id,
  /** Empty after the account was deleted, as is the name. */
  email: z.string(),
  name: z.string(),
  status: z.string(),
});
export type BreachAccount = z.infer<typeof breachAccount>;

export const breachMailings = z.object({
  /** Affected accounts that would be mailed now: those without a mail that are not deleted. */
  recipients: z.int(),
  /** Affected accounts without a mail that were deleted, so that their address is unknown. */
  deleted: z.int(),
  /** In each language, without the name of the user. */
  texts: z.array(mailText),
  /** Latest first. */
  sent: z.array(sentMailing),
});
/** The mails to the people affected by a breach. */
export type BreachMailings = z.infer<typeof breachMailings>;

const text = (message: string, max: number) => z.string(message).trim().min(1, message).max(max, TOO_LONG);
const typedAgain = z.string().min(1).max(20, TOO_LONG);

export const breachBody = z.object({
  title: nameText(MAX_BREACH_TITLE, { required: BREACH_TITLE_REQUIRED, tooLong: TOO_LONG }),
  description: text(BREACH_TEXT_REQUIRED, MAX_BREACH_TEXT).describe('What happened'),
  noticedBy: text(NOTICED_BY_REQUIRED, INPUT_LIMITS.reason),
  noticedAt: timeInput.describe('The clocks of 6 and 72 hours start at this time'),
});
export type BreachBody = z.infer<typeof breachBody>;
export const breachAccountsBody = z.object({
  kind: z
    .enum(BREACH_SELECTIONS)
    .describe(
      '`accounts`: a list; `sessions`: sessions in use from `from` until `to`; `operator`: what an operator read in that time; `all`',
    ),
  accounts: optional(z.string().max(MAX_BREACH_ACCOUNTS_TEXT, TOO_LONG)).describe(
    'Ids and email addresses, separated by spaces, commas or lines',
  ),
  operator: optional(z.string().max(INPUT_LIMITS.email, TOO_LONG)).describe('Email address of the operator'),
  from: optional(timeInput),
  to: optional(timeInput),
});
export type BreachAccountsBody = z.infer<typeof breachAccountsBody>;
export const breachNoticeBody = z.object({ text: text(NOTICE_REQUIRED, MAX_BREACH_NOTICE) });
export const sendBreachNoticeBody = reasonBody.extend({
  confirmation: typedAgain.describe('The number of accounts to email, repeated to confirm it'),
});
export type SendBreachNoticeBody = z.infer<typeof sendBreachNoticeBody>;
export const breachEventBody = z.object({ action: breachAction, text: operatorReason });
export type BreachEventBody = z.infer<typeof breachEventBody>;

export const breachCalls = {
  /** Starts the clocks of 6 and 72 hours, from `noticedAt`. `validation_failed` for a time in the future. */
  recordBreach: call('auth.recordBreach', {
    input: breachBody.extend({ adminId: id }),
    output: breachDetails,
  }),
  /** Latest first. */
  listBreaches: call('auth.listBreaches', {
    isForOperators: true,
    input: z.object({ limit: pageSize, cursor }),
    output: z.object({ items: z.array(breach), nextCursor: z.string().nullable(), total: z.number() }),
  }),
  /** `not_found` */
  getBreach: call('auth.getBreach', { input: z.object({ breachId: id }), output: breachDetails }),
  /**
   * Adds affected accounts: pasted ids or addresses, accounts with a session in use within a time range, accounts that an operator read
   * within a time range according to the audit log, or all accounts. `validation_failed`; `conflict` after the breach was closed.
   */
  addBreachAccounts: call('auth.addBreachAccounts', {
    input: breachAccountsBody.extend({ adminId: id, breachId: id }),
    output: breachSelection,
    timeoutMs: 20_000,
  }),
  /** For a wrong selection. `conflict` after users were informed or the breach was closed. */
  clearBreachAccounts: call('auth.clearBreachAccounts', {
    input: z.object({ adminId: id, breachId: id, reason: operatorReason }),
    output: breachDetails,
  }),
  /** Lists the affected accounts by id. */
  listBreachAccounts: call('auth.listBreachAccounts', {
    isForOperators: true,
    input: z.object({ breachId: id, limit: pageSize, cursor }),
    output: z.object({ items: z.array(breachAccount), nextCursor: z.string().nullable() }),
  }),
  saveBreachNotice: call('auth.saveBreachNotice', {
    input: breachNoticeBody.extend({ adminId: id, breachId: id, kind: breachNoticeKind }),
    output: breachDetails,
  }),
  /** `not_found` */
  getBreachMailings: call('auth.getBreachMailings', {
    isForOperators: true,
    input: z.object({ breachId: id }),
    output: breachMailings,
  }),
  /**
   * Mails the notice to every affected account that has none yet. `validation_failed` unless `confirmation` is their number; `conflict` for
   * a draft, a text with brackets, and after the breach was closed. Repeating it while it is being sent has no further effect. Recorded
   * in the audit log.
   */
  sendBreachNotice: call('auth.sendBreachNotice', {
    input: sendBreachNoticeBody.extend({ adminId: id, breachId: id }),
    output: empty,
  }),
  /** Records that somebody was informed, a note, or the end, as proof. `conflict` if it was recorded before or the breach was closed. */
  addBreachEvent: call('auth.addBreachEvent', {
    input: breachEventBody.extend({ adminId: id, breachId: id }),
    output: breachDetails,
  }),
};
