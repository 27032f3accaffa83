export type Operation =
  | { kind: 'grant'; key: number; credits: number; /** Null if the credits never expire. */ days: number | null }
  /** A payment of an order; a second payment of the same order grants nothing. */
  | { kind: 'purchase'; order: number; payment: number }
  /** Uses the budget of an API key, unless `apiKey` is null. */
  | { kind: 'hold'; hold: number; credits: number; apiKey: number | null }
  | { kind: 'budget'; apiKey: number; limits: BudgetLimits }
  /** A month ends in IST: all that was spent is of earlier months. */
  | { kind: 'month_end' }
  | { kind: 'capture'; hold: number }
  | { kind: 'release'; hold: number }
  | { kind: 'deduct'; key: number; credits: number }
  /** Requests a refund of an order's unspent credits. */
  | { kind: 'refund'; order: number; key: number }
  | { kind: 'refund_end'; order: number; key: number; status: 'processed' | 'failed' }
  /** Expires every lot that can expire. */
  | { kind: 'expire' };

export interface BudgetLimits {
  monthlyCredits?: number | null;
  totalCredits?: number | null;
}

export type Outcome =
  | 'done'
  | 'key_budget_exhausted'
  | 'forbidden'
  | 'insufficient_credits'
  | 'idempotency_conflict'
  | 'conflict'
  | 'not_found'
  | 'not_refundable';

/** The pack of every order in a history. */
export const PACK = { credits: 50, paise: 4_950 };
const SMALLEST_REFUND_PAISE = 100;

interface ModelLot {
  kind: 'grant' | 'purchase';
  order: number;
  days: number | null;
  isExpired: boolean;
  remaining: number;
}

interface ModelHold {
  state: 'held' | 'captured' | 'released' | 'tombstone';
  credits: number;
  apiKey: number | null;
  month: number;
  parts: { lot: ModelLot; credits: number }[];
}

interface ModelPurchase {
  payment: number;
  lot: ModelLot;
  refunds: Map<number, { state: 'requested' | 'processed' | 'failed'; credits: number; paise: number }>;
}

/** An in-memory model of one user's ledger: lots, and holds that remember the lots they took credits from. */
export class LedgerModel {
  readonly lots: ModelLot[] = [];
  private readonly grants = new Map<number, string>();
  private readonly purchases = new Map<number, ModelPurchase>();
  private readonly holds = new Map<number, ModelHold>();
  private readonly budgets = new Map<number, BudgetLimits>();
  private month = 0;
  private readonly deductions = new Map<number, number>();
  private releases = 0;

  get available(): number {
    return this.spendable().reduce((sum, lot) => sum + lot.remaining, 0);
  }

  get held(): number {
    const holds = [...this.holds.values()].filter(({ state }) => state === 'held');
    const refunds = [...this.purchases.values()]
      .flatMap((purchase) => [...purchase.refunds.values()])
      .filter(({ state }) => state === 'requested');
    return [...holds, ...refunds].reduce((sum, { credits }) => sum + credits, 0);
  }

  apply(operation: Operation): Outcome {
    switch (operation.kind) {
      case 'grant':
        return this.grant(operation.key, operation.credits, operation.days);
      case 'purchase':
        return this.purchase(operation.order, operation.payment);
      case 'hold':
        return this.hold(operation.hold, operation.credits, operation.apiKey);
      case 'budget':
        this.budgets.set(operation.apiKey, { ...this.budgets.get(operation.apiKey), ...operation.limits });
        return 'done';
      case 'month_end':
        this.month += 1;
        return 'done';
      case 'capture':
        return this.capture(operation.hold);
      case 'release':
        return this.release(operation.hold);
      case 'deduct':
        return this.deduct(operation.key, operation.credits);
      case 'refund':
        return this.refund(operation.order, operation.key);
      case 'refund_end':
        return this.endRefund(operation.order, operation.key, operation.status);
      case 'expire':
        for (const lot of this.lots) if (lot.days !== null) this.expire(lot);
        return 'done';
    }
  }

  private grant(key: number, credits: number, days: number | null): Outcome {
    const input = `${credits} for ${days}`;
    const earlier = this.grants.get(key);
    if (earlier !== undefined) return earlier === input ? 'done' : 'idempotency_conflict';
    this.grants.set(key, input);
    this.open('grant', credits, days);
    return 'done';
  }

  private open(kind: ModelLot['kind'], credits: number, days: number | null): ModelLot {
    const lot = { kind, order: this.lots.length, days, isExpired: false, remaining: credits };
    this.lots.push(lot);
    return lot;
  }

  private purchase(order: number, payment: number): Outcome {
    if (!this.purchases.has(order)) {
      this.purchases.set(order, { payment, lot: this.open('purchase', PACK.credits, null), refunds: new Map() });
    }
    return 'done';
  }

  /** Credits held and captured of a key, in this month or ever. */
  private usedOf(apiKey: number, isThisMonth: boolean): number {
    return [...this.holds.values()]
      .filter((hold) => hold.apiKey === apiKey && (hold.state === 'held' || hold.state === 'captured'))
      .filter(({ month }) => !isThisMonth || month === this.month)
      .reduce((sum, { credits }) => sum + credits, 0);
  }

  private hold(id: number, credits: number, apiKey: number | null): Outcome {
    const earlier = this.holds.get(id);
    if (earlier?.state === 'tombstone') return 'conflict';
    if (earlier && (earlier.credits !== credits || earlier.apiKey !== apiKey)) return 'idempotency_conflict';
    if (earlier) return earlier.state === 'released' ? 'conflict' : 'done';
    if (this.available < credits) return 'insufficient_credits';
    if (apiKey !== null && !this.budgets.has(apiKey)) return 'forbidden';
    if (apiKey !== null && this.budgetLeft(apiKey) < credits) return 'key_budget_exhausted';
    this.holds.set(id, { state: 'held', credits, apiKey, month: this.month, parts: this.take(credits) });
    return 'done';
  }

  /** For each of the two keys, credits used in this month and ever; undefined for a key without a budget. */
  budgetUses(): ({ usedThisMonth: number; used: number } | undefined)[] {
    return [0, 1].map((apiKey) =>
      this.budgets.has(apiKey)
        ? { usedThisMonth: this.usedOf(apiKey, true), used: this.usedOf(apiKey, false) }
        : undefined,
    );
  }

  private budgetLeft(apiKey: number): number {
    const { monthlyCredits, totalCredits } = this.budgets.get(apiKey) ?? {};
    return Math.min(
      (monthlyCredits ?? Infinity) - this.usedOf(apiKey, true),
      (totalCredits ?? Infinity) - this.usedOf(apiKey, false),
    );
  }

  private capture(id: number): Outcome {
    const hold = this.holds.get(id);
    if (hold?.state !== 'held' && hold?.state !== 'captured') return 'conflict';
    hold.state = 'captured';
    return 'done';
  }

  private release(id: number): Outcome {
    const hold = this.holds.get(id);
    if (!hold) this.holds.set(id, { state: 'tombstone', credits: 0, apiKey: null, month: this.month, parts: [] });
    if (hold?.state === 'captured') return 'conflict';
    if (hold?.state !== 'held') return 'done';
    hold.state = 'released';
    this.releases += 1;
    for (const { lot, credits } of hold.parts) {
      lot.remaining += credits;
      // The extension of seven days exceeds every expiry in these histories; a later release expires later.
      if (lot.isExpired) Object.assign(lot, { isExpired: false, days: 7 + this.releases / 1_000_000 });
    }
    return 'done';
  }

  private deduct(key: number, credits: number): Outcome {
    const earlier = this.deductions.get(key);
    if (earlier !== undefined) return earlier === credits ? 'done' : 'idempotency_conflict';
    if (this.available < credits) return 'insufficient_credits';
    this.take(credits);
    this.deductions.set(key, credits);
    return 'done';
  }

  private refund(order: number, key: number): Outcome {
    const purchase = this.purchases.get(order);
    if (!purchase) return 'not_found';
    const { lot, refunds } = purchase;
    if (refunds.has(key)) return 'done';
    const active = [...refunds.values()].filter(({ state }) => state !== 'failed');
    const refundable = PACK.paise - active.reduce((sum, { paise }) => sum + paise, 0);
    const paise = Math.min(refundable, Math.floor((PACK.paise * lot.remaining) / PACK.credits));
    if (lot.remaining === 0 || paise < SMALLEST_REFUND_PAISE) return 'not_refundable';
    refunds.set(key, { state: 'requested', credits: lot.remaining, paise });
    lot.remaining = 0;
    return 'done';
  }

  private endRefund(order: number, key: number, status: 'processed' | 'failed'): Outcome {
    const purchase = this.purchases.get(order);
    const refund = purchase?.refunds.get(key);
    if (!purchase || refund?.state !== 'requested') return 'done';
    refund.state = status;
    if (status === 'failed') purchase.lot.remaining += refund.credits;
    return 'done';
  }

  private expire(lot: ModelLot): void {
    lot.isExpired = true;
    lot.remaining = 0;
  }

  /** In spending order: expiring soonest, then granted before purchased, then oldest. */
  private spendable(): ModelLot[] {
    const daysOf = (lot: ModelLot): number => lot.days ?? Infinity;
    const order = (a: ModelLot, b: ModelLot): number => {
      if (daysOf(a) !== daysOf(b)) return daysOf(a) - daysOf(b);
      return a.kind === b.kind ? a.order - b.order : a.kind.localeCompare(b.kind);
    };
    return this.lots.filter((lot) => !lot.isExpired && lot.remaining > 0).sort(order);
  }

  private take(credits: number): ModelHold['parts'] {
    let missing = credits;
    const parts: ModelHold['parts'] = [];
    for (const lot of this.spendable()) {
      const part = Math.min(lot.remaining, missing);
      if (part === 0) break;
      lot.remaining -= part;
      missing -= part;
      parts.push({ lot, credits: part });
    }
    return parts;
  }
}
