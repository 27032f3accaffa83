import type { ModelPrice } from './model-entry';
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
 * Credits of one request: the only rule of quotes, charges and price lists. It multiplies whole thousandths of credits and rounds up once, at
 * the end. The limits of an entry keep its quotients far below the precision of numbers, so the result is exact.
 *
 * @throws Error for a resolution or quality without a price, which no valid choice has
 */
export function priceOf(price: ModelPrice, { duration, resolution, quality, count = 1, sound }: PricedValues): number {
  const { rates, units } = price.perSecond
    ? { rates: price.perSecond, units: duration }
    : price.perImage
      ? { rates: price.perImage, units: count }
      : { rates: price.perRun, units: 1 };
  const rate = rates?.[resolution ?? quality ?? ALL] ?? rates?.[ALL];
  if (rate === undefined || units === undefined) throw new Error('This choice has no price');
  const factor = sound ? (price.sound ?? THOUSANDTHS) : THOUSANDTHS;
  return Math.ceil((rate * units * factor) / (THOUSANDTHS * THOUSANDTHS));
}
