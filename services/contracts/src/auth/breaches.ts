import { z } from 'zod';
import { cursor, id, optional, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import { operatorReason } from './audit-log';
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
import { INPUT_LIMITS, TOO_LONG } from './limits';

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
  what: z.enum(['recorded', 'accounts_added', 'accounts_cleared', 'notice_changed', ...breachAction.options]),
  /** Email address of the operator. */
  by: z.string(),
  text: z.string(),
});

const breachNotice = z.object({
  kind: breachNoticeKind,
  text: z.string(),
  /** Generated from the facts; no operator has changed it. */
  isDraft: z.boolean(),
});

export const breachDetails = breach.extend({ events: z.array(breachEvent), notices: z.array(breachNotice) });
/** A breach with its proof and the notices. */
export type BreachDetails = z.infer<typeof breachDetails>;

export const breachSelection = z.object({
  added: z.number(),
  /** What was pasted and is no account, the first 20. */
  unknown: z.array(z.string()),
  /** Reads and exports of the operator that name no single account, such as lists: look at them in the audit log. */
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

const text = (message: string, max: number) => z.string(message).trim().min(1, message).max(max, TOO_LONG);

export const breachCalls = {
  /** Starts the clocks of 6 and 72 hours, from `noticedAt`. `validation_failed` for a time in the future. */
  recordBreach: call('auth.recordBreach', {
    input: z.object({
      adminId: id,
      title: text(BREACH_TITLE_REQUIRED, MAX_BREACH_TITLE),
      description: text(BREACH_TEXT_REQUIRED, MAX_BREACH_TEXT),
      noticedBy: text(NOTICED_BY_REQUIRED, INPUT_LIMITS.reason),
      noticedAt: timestamp,
    }),
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
   * Adds affected accounts: those pasted as ids or addresses, those with a session that was in use within a time range, those that an
   * operator read within a time range according to the audit log, or all. `validation_failed`; `conflict` after the breach was closed.
   */
  addBreachAccounts: call('auth.addBreachAccounts', {
    input: z.object({
      adminId: id,
      breachId: id,
      kind: z.enum(BREACH_SELECTIONS),
      /** Ids and addresses, separated by spaces, commas or lines. */
      accounts: optional(z.string().max(MAX_BREACH_ACCOUNTS_TEXT, TOO_LONG)),
      /** Address of the operator. */
      operator: optional(z.string().max(INPUT_LIMITS.email, TOO_LONG)),
      from: optional(timestamp),
      to: optional(timestamp),
    }),
    output: breachSelection,
    timeoutMs: 20_000,
  }),
  /** For a wrong selection. `conflict` after users were informed or the breach was closed. */
  clearBreachAccounts: call('auth.clearBreachAccounts', {
    input: z.object({ adminId: id, breachId: id, reason: operatorReason }),
    output: breachDetails,
  }),
  /** By id. */
  listBreachAccounts: call('auth.listBreachAccounts', {
    isForOperators: true,
    input: z.object({ breachId: id, limit: pageSize, cursor }),
    output: z.object({ items: z.array(breachAccount), nextCursor: z.string().nullable() }),
  }),
  saveBreachNotice: call('auth.saveBreachNotice', {
    input: z.object({
      adminId: id,
      breachId: id,
      kind: breachNoticeKind,
      text: text(NOTICE_REQUIRED, MAX_BREACH_NOTICE),
    }),
    output: breachDetails,
  }),
  /** Records that somebody was informed, a note, or the end, as proof. `conflict` if it was recorded before or the breach was closed. */
  addBreachEvent: call('auth.addBreachEvent', {
    input: z.object({ adminId: id, breachId: id, action: breachAction, text: operatorReason }),
    output: breachDetails,
  }),
};
