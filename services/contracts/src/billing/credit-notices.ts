import { z } from 'zod';
import { day, id, timestamp } from '../messages/fields';
import { call, event } from '../messages/message';

const expiringCredits = z.object({
  /** In Asia/Kolkata. */
  expiresOn: day,
  /** When the first of them expire. */
  expiresAt: timestamp,
  /** Credits that are neither spent nor held. */
  credits: z.number(),
});
/** The credits of an account that expire on one day. */
export type ExpiringCredits = z.infer<typeof expiringCredits>;

const lowBalance = z.object({
  /** Available to spend. */
  available: z.number(),
  /** The credits of the account's latest request, which `available` does not cover. */
  lastRequestCredits: z.number(),
});

export const creditNotices = z.object({
  /** Credits that expire within the days of EXPIRY_NOTICE_DAYS, soonest first. */
  expiring: z.array(expiringCredits),
  /** Null while the balance covers another request like the latest one, or will if the requests in progress fail. */
  low: lowBalance.extend({ noticeId: id.nullable() }).nullable(),
});
/** The current notices about the credits of an account. */
export type CreditNotices = z.infer<typeof creditNotices>;

const creditsExpiring = expiringCredits.extend({ noticeId: id, userId: id });
export type CreditsExpiring = z.infer<typeof creditsExpiring>;

const balanceLow = lowBalance.extend({ noticeId: id, userId: id, at: timestamp });
export type BalanceLow = z.infer<typeof balanceLow>;

export const creditNoticeCalls = {
  /** `noticeId` is null until the low balance was published. Unknown and closed accounts have no notice. */
  getCreditNotices: call('billing.getCreditNotices', { input: z.object({ userId: id }), output: creditNotices }),
};

export const creditNoticeEvents = {
  /** Published once per account and day on which credits expire, EXPIRY_NOTICE_DAYS before that day; auth notifies the owner. */
  creditsExpiring: event('billing.creditsExpiring', ['auth'], creditsExpiring),
  /** Once each time a balance falls below the credits of the account's latest request; auth notifies the owner and the endpoints. */
  balanceLow: event('billing.balanceLow', ['auth'], balanceLow),
};
