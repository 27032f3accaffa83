import type { ExchangeRate, ProviderPrice } from '@luit/contracts/generation/provider-costs';

const MICROS = 1_000_000n;
const RUPEES = 'INR';

export type Price = Pick<
  ProviderPrice,
  'id' | 'provider' | 'model' | 'resolution' | 'unit' | 'currency' | 'priceMicros' | 'validFrom'
>;
export type Rate = Pick<ExchangeRate, 'id' | 'currency' | 'rateMicros' | 'validFrom'>;

/** The inputs that determine the cost of a task. */
export interface Task {
  provider: string;
  model: string;
  resolution: string;
  /** Ordered, seconds; null for an image. */
  duration: number | null;
  /** Day of its submission, in Asia/Kolkata. */
  day: string;
}

/** The cost, or the data that is missing to compute it. */
export type Cost = { micros: bigint } | { missing: 'price' | 'rate'; currency: string | null };

/** Multiplies two numbers of millionths. Rounds half up, to whole millionths. Neither may be negative. */
export function timesMicros(amountMicros: bigint, rateMicros: bigint): bigint {
  return (amountMicros * rateMicros + MICROS / 2n) / MICROS;
}

/** Costs of tasks by the prices and rates that were valid on the day of their submission. */
export class CostTable {
  private readonly prices: Price[];
  private readonly rates: Rate[];

  constructor(prices: Price[], rates: Rate[]) {
    this.prices = prices.toSorted(latestFirst);
    this.rates = rates.toSorted(latestFirst);
  }

  /** The provider's charge, in millionths of its currency. Null without a price, or if an image has a price per second. */
  private chargeOf(task: Task): { micros: bigint; currency: string } | null {
    const found = this.prices.filter(
      ({ provider, model, resolution, validFrom }) =>
        provider === task.provider &&
        model === task.model &&
        validFrom <= task.day &&
        (resolution === null || resolution === task.resolution),
    );
    const price = found.find(({ resolution }) => resolution !== null) ?? found[0];
    if (!price) return null;
    const units = price.unit === 'second' ? task.duration : 1;
    return units === null ? null : { micros: BigInt(price.priceMicros) * BigInt(units), currency: price.currency };
  }

  /** In millionths of a rupee. */
  costOf(task: Task): Cost {
    const charge = this.chargeOf(task);
    if (!charge) return { missing: 'price', currency: null };
    const { micros, currency } = charge;
    if (currency === RUPEES) return { micros };
    const rate = this.rates.find((each) => each.currency === currency && each.validFrom <= task.day);
    return rate ? { micros: timesMicros(micros, BigInt(rate.rateMicros)) } : { missing: 'rate', currency };
  }
}

/** Ids are ordered by time, so of two entries for a day the later one comes first. */
function latestFirst(a: { validFrom: string; id: string }, b: { validFrom: string; id: string }): number {
  return b.validFrom.localeCompare(a.validFrom) || b.id.localeCompare(a.id);
}
