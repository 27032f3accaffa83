import { priceOf, rateOf } from '@luit/contracts/generation/catalog/prices';
import type { RequestView } from '@luit/contracts/http/requests';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../lib/services';
import { pricingQuery } from '../credits/api/get-pricing';

/**
 * The credits that making this request again costs now, by the rule of the charge. Until the prices have loaded, what it cost before:
 * the server refuses a request whose expected price is outdated.
 */
export function useCurrentPrice({ type, duration, resolution, options, model, restore, credits }: RequestView): number {
  const { api } = useServices();
  const { data } = useQuery(pricingQuery(api));
  if (type === 'restore') {
    return data?.restorePlans.find(({ quality }) => quality === restore?.quality)?.credits ?? credits;
  }
  const maker = data?.models.find(({ id }) => id === model);
  const values = { duration: duration ?? undefined, resolution, sound: options?.sound ?? false };
  return maker && rateOf(maker.price, values) ? priceOf(maker.price, values) : credits;
}
