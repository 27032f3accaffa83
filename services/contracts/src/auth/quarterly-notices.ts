import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { quarterInput } from '../messages/quarter-input';
import { reasonBody } from './audit-log';
import { TOO_LONG } from '../messages/input-limits';
import { mailText, sentMailing } from './mails';

export const quarterlyNotice = z.object({
  quarter: quarterInput,
  /** Accounts that would be mailed now: active ones with a confirmed address. */
  recipients: z.int(),
  /** In each language, without the name of the user. */
  texts: z.array(mailText),
  /** False until the quarter has ended. */
  hasEnded: z.boolean(),
  /** Null until it is sent. */
  sent: sentMailing.omit({ recipients: true }).nullable(),
});
/** The mail that reminds every user of the rules, and gives the number of reports in the quarter. */
export type QuarterlyNotice = z.infer<typeof quarterlyNotice>;

export const quarterlyNoticeBody = reasonBody.extend({
  confirmation: z.string().min(1).max(20, TOO_LONG).describe('The quarter, repeated to confirm it'),
});
export type QuarterlyNoticeBody = z.infer<typeof quarterlyNoticeBody>;

export const quarterlyNoticeCalls = {
  getQuarterlyNotice: call('auth.getQuarterlyNotice', {
    isForOperators: true,
    input: z.object({ quarter: quarterInput }),
    output: quarterlyNotice,
  }),
  /**
   * Sends the notice of a quarter to every user, once: repeating it has no further effect. `conflict` before the quarter has ended;
   * `validation_failed` unless `confirmation` is the quarter; `forbidden` for an unknown operator. Recorded in the audit log.
   */
  sendQuarterlyNotice: call('auth.sendQuarterlyNotice', {
    input: quarterlyNoticeBody.extend({ adminId: id, quarter: quarterInput }),
    output: empty,
  }),
};
