import type { ModelPrice } from './model-entry';
import type { RouteCost } from './model-routes';
import { ALL } from './vocabulary';

/** The parameters that a price can depend on. */
export interface PricedValues {
  duration?: number | undefined;
  resolution?: string | undefined;
  quality?: string | undefined;
  count?: number | undefined;
  sound?: boolean | undefined;
}

const THOUSANDTHS = 1_000;

/**
 * Credits of a choice: the only rule of quotes, charges and price lists. It multiplies whole thousandths of credits and rounds up once for each
 * of `count` results, because each is charged and returned by itself. The limits of an entry keep its products far below the precision of
 * numbers, so the result is exact.
 *
 * @throws Error for a resolution or quality without a price, which no valid choice has
 */
export function priceOf(price: ModelPrice, values: PricedValues): number {
  const rate = rateOf(price, values);
  const units = unitsOf(price, values);
  if (rate === undefined || units === undefined) throw new Error('This choice has no price');
  const factor = values.sound ? (price.sound ?? THOUSANDTHS) : THOUSANDTHS;
  return Math.ceil((rate * units * factor) / (THOUSANDTHS * THOUSANDTHS)) * (values.count ?? 1);
}

/** Of one second, image or run: thousandths of credits, or what the vendor charges. */
export function rateOf(price: ModelPrice | RouteCost, { resolution, quality }: PricedValues): number | undefined {
  const rates = price.perSecond ?? price.perImage ?? price.perRun;
  return rates?.[resolution ?? quality ?? ALL] ?? rates?.[ALL];
}

/** The price with another rate for a resolution or quality. */
export function withRate(price: ModelPrice, key: string, rate: number): ModelPrice {
  const basis = price.perSecond ? 'perSecond' : price.perImage ? 'perImage' : 'perRun';
  const rates = price[basis] ?? {};
  return { ...price, [basis]: { ...rates, [key in rates ? key : ALL]: rate } };
}

/** Seconds, images or runs of one result, which a price multiplies. */
export function unitsOf(price: ModelPrice | RouteCost, { duration }: PricedValues): number | undefined {
  return price.perSecond ? duration : 1;
}
