import type { ExchangeRate, ProviderPrice } from '@luit/contracts/generation/provider-costs';
import { formatMicros } from '../../../lib/format';

type Dated = { id: string; validFrom: string };
export type Validity = 'current' | 'later' | 'past';

/**
 * Whether an entry applies today, from a later day on, or no more.
 *
 * @param entries newest first
 * @param keyOf what an entry is for: a later entry for the same replaces it
 */
export function validities<Entry extends Dated>(
  entries: Entry[],
  keyOf: (entry: Entry) => string,
  today: string,
): Map<string, Validity> {
  const current = new Set<string>();
  return new Map(
    entries.map((entry) => {
      if (entry.validFrom > today) return [entry.id, 'later'];
      const key = keyOf(entry);
      if (current.has(key)) return [entry.id, 'past'];
      current.add(key);
      return [entry.id, 'current'];
    }),
  );
}

export const priceKey = ({ provider, model, resolution }: ProviderPrice): string =>
  JSON.stringify([provider, model, resolution]);

export const rateKey = ({ currency }: ExchangeRate): string => currency;

/** For example `0.18 USD per second`. */
export function priceText({ priceMicros, currency, unit }: ProviderPrice): string {
  return `${formatMicros(priceMicros)} ${currency} per ${unit}`;
}

/** Today's prices of a model at a provider as text; `unknown` without any. */
export function costText(prices: ProviderPrice[], provider: string, model: string, today: string): string {
  const own = prices.filter((price) => price.provider === provider && price.model === model);
  const valid = validities(own, priceKey, today);
  const texts = own
    .filter(({ id }) => valid.get(id) === 'current')
    .map((price) => `${priceText(price)}${price.resolution ? ` (${price.resolution})` : ''}`);
  return texts.length > 0 ? texts.join(', ') : 'cost unknown';
}
