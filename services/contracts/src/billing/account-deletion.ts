import { z } from 'zod';
import { id } from '../messages/fields';
import { call } from '../messages/message';

export const accountFreezeCalls = {
  /**
   * From now on holds, orders, deductions and grants are refused with `account_closed`, and later payments are refunded.
   * Idempotent; returns the credits that are still held for jobs.
   */
  freezeAccount: call('billing.freezeAccount', {
    input: z.object({ userId: id }),
    output: z.object({ held: z.number() }),
  }),
  /** Books out the remaining credits of a frozen account; `conflict` while any are held for jobs. Idempotent. */
  forfeitCredits: call('billing.forfeitCredits', {
    input: z.object({ userId: id }),
    output: z.object({ forfeited: z.number() }),
  }),
};
