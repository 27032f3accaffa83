import type { RouteCost } from '@luit/contracts/generation/catalog/model-routes';
import { rateOf, unitsOf } from '@luit/contracts/generation/catalog/prices';
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
  /** What the entry says about the route that made it; null if it says nothing. */
  cost: RouteCost | null;
}

/** What the provider charges, in millionths of its currency. Null without a price, or for an image with a price per second. */
interface Charge {
  micros: bigint;
  currency: string;
}

/** The cost, or the data that is missing to compute it. */
export type Cost = { micros: bigint } | { missing: 'price' | 'rate'; currency: string | null };

/** Multiplies two numbers of millionths. Rounds half up, to whole millionths. Neither may be negative. */
export function timesMicros(amountMicros: bigint, rateMicros: bigint): bigint {
  return (amountMicros * rateMicros + MICROS / 2n) / MICROS;
}

/**
 * Costs of tasks: the seconds at a server with a cost per GPU second, otherwise the cost of the route that made it, unless an operator entered a
 * price that was valid on the day of its submission. Rates are those of that day.
 */
export class CostTable {
  private readonly prices: Price[];
  private readonly rates: Rate[];

  constructor(prices: Price[], rates: Rate[]) {
    this.prices = prices.toSorted(latestFirst);
    this.rates = rates.toSorted(latestFirst);
  }

  /** In millionths of a rupee. */
  costOf(task: Task): Cost {
    return this.inRupees(this.enteredCharge(task) ?? routeCharge(task), task.day);
  }

  /**
   * Of several tasks that cost the same, in millionths of a rupee.
   *
   * @param gpu what their seconds at a server of the operator cost together, which counts unless a price was entered
   */
  costOfAll(task: Task, tasks: number, gpu: Charge | null): Cost {
    if (gpu && !this.enteredCharge(task)) return this.inRupees(gpu, task.day);
    const cost = this.costOf(task);
    return 'micros' in cost ? { micros: cost.micros * BigInt(tasks) } : cost;
  }

  private inRupees(charge: Charge | null, day: string): Cost {
    if (!charge) return { missing: 'price', currency: null };
    const { micros, currency } = charge;
    if (currency === RUPEES) return { micros };
    const rate = this.rates.find((each) => each.currency === currency && each.validFrom <= day);
    return rate ? { micros: timesMicros(micros, BigInt(rate.rateMicros)) } : { missing: 'rate', currency };
  }

  private enteredCharge(task: Task): Charge | null {
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
}

function routeCharge({ cost, duration, resolution }: Task): Charge | null {
  const rate = cost && rateOf(cost, { resolution });
  const units = cost && unitsOf(cost, { duration: duration ?? undefined });
  if (!cost || !rate || !units) return null;
  return { micros: BigInt(Math.round(rate * Number(MICROS))) * BigInt(units), currency: cost.currency };
}

/** Ids are ordered by time, so of two entries for a day the later one comes first. */
function latestFirst(a: { validFrom: string; id: string }, b: { validFrom: string; id: string }): number {
  return b.validFrom.localeCompare(a.validFrom) || b.id.localeCompare(a.id);
}
