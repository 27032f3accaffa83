import type { Balance } from '@luit/contracts/billing/balances';
import type { HoldState } from '@luit/contracts/billing/holds';
import type { JobRevenue } from '@luit/contracts/billing/job-money';
import { LuitError } from '@luit/contracts/errors';
import { uuidv7 } from 'uuidv7';

type Posting = { transactionId: string; balance: Balance };

/** A valid answer of billing; generation does not use the balance. */
export function newPosting(transactionId = uuidv7()): Posting {
  return { transactionId, balance: { credits: 0, available: 0, held: 0 } };
}

export type Hold = { holdId: string; siblingIds?: string[]; userId: string; credits: number; apiKeyId?: string };

/** A fake of billing's calls: balances, holds by id, and injected faults. */
export class FakeBilling {
  readonly balances = new Map<string, number>();
  readonly holds = new Map<string, Hold>();
  /** Recorded calls, in order. */
  readonly grants: { userId: string; credits: number }[] = [];
  readonly refunded: string[] = [];
  /** The answer of `getHolds`. */
  states: Record<string, HoldState> = {};
  /** The revenues that `getJobRevenues` returns. */
  revenues: Record<string, JobRevenue> = {};
  /** Replaces `placeHold` while set. */
  holdOverride: ((hold: Hold) => unknown) | undefined;

  hold(hold: Hold): unknown {
    return this.holdOverride ? this.holdOverride(hold) : this.placeHold(hold);
  }

  revenuesOf(requestIds: string[]): Record<string, JobRevenue> {
    return Object.fromEntries(Object.entries(this.revenues).filter(([id]) => requestIds.includes(id)));
  }

  placeHold(hold: Hold): Posting {
    const available = this.balances.get(hold.userId) ?? 1_000_000;
    if (!this.holds.has(hold.holdId)) {
      const ids = [hold.holdId, ...(hold.siblingIds ?? [])];
      const required = hold.credits * ids.length;
      if (available < required) {
        throw new LuitError('insufficient_credits', 'You do not have enough credits', {
          details: { shortfall: required - available, required, available },
        });
      }
      this.balances.set(hold.userId, available - required);
      for (const holdId of ids) this.holds.set(holdId, { ...hold, holdId });
    }
    return newPosting(hold.holdId);
  }
}
