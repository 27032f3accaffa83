import { z } from 'zod';
import { credits, id, optional } from '../messages/fields';
import { call } from '../messages/message';
import { balance } from './balances';
import { MAX_HOLDS_AT_ONCE } from './limits';

const holdState = z.enum(['held', 'captured', 'released', 'tombstone']);
export type HoldState = z.infer<typeof holdState>;

export const holdCalls = {
  /**
   * Places a hold on specific lots, and equal ones for `siblingIds`: all of them or none. Idempotent by `holdId` (the request's id): the same input returns the first result,
   * another input is `idempotency_conflict`, a released or tombstoned hold is `conflict`. Too little for all:
   * `insufficient_credits` with `details.shortfall`, `details.required` and `details.available`. Beyond the budget of the API key:
   * `key_budget_exhausted` with `details.required`, `details.available` and `details.period`; a key without a budget is `forbidden`.
   */
  holdCredits: call('billing.holdCredits', {
    input: z.object({
      holdId: id,
      siblingIds: optional(z.array(id).max(MAX_HOLDS_AT_ONCE - 1)),
      userId: id,
      credits,
      description: z.string().min(1).max(500),
      apiKeyId: optional(id),
    }),
    /** Of the last one. */
    output: z.object({ transactionId: id, balance }),
  }),
  /** States of the known holds, compared with their jobs; at most 500 at a time. */
  getHolds: call('billing.getHolds', {
    input: z.object({ holdIds: z.array(id).max(500) }),
    output: z.object({ states: z.record(z.string(), holdState) }),
  }),
};
