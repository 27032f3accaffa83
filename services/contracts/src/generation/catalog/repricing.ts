import type { ModelPrice } from './model-entry';
import { type PricedValues, rateOf, unitsOf, withRate } from './prices';
import { ALL } from './vocabulary';

/** A model on sale, as far as a change of prices concerns it. */
interface PricedModel {
  id: string;
  output: string;
  price?: ModelPrice | null | undefined;
}

/**
 * The new prices by model, so that what has these values costs that many credits with the seller. A second or a run at the quality of the
 * values gets another rate, and the other models of the same kind change in proportion.
 */
export function repriced(
  models: PricedModel[],
  seller: PricedModel,
  values: PricedValues,
  credits: number,
): Map<string, ModelPrice> {
  const prices = new Map<string, ModelPrice>();
  const before = seller.price && rateOf(seller.price, values);
  if (!seller.price || !before) return prices;
  // Rounded down, because a price is rounded up.
  const after = Math.floor((credits * 1_000) / unitsOf(seller.price, values)!);
  for (const { id, output, price } of models) {
    const rate = price && rateOf(price, values);
    if (output !== seller.output || !price || !rate) continue;
    const next = id === seller.id ? after : Math.max(1, Math.round((rate * after) / before));
    prices.set(id, withRate(price, values.resolution ?? values.quality ?? ALL, next));
  }
  return prices;
}
