import { valuesOf } from './listed-values';
import type { ModelEntry } from './model-entry';
import { priceOf, type PricedValues } from './prices';

/** A choice that one entry sells for less than another. */
export interface LoweredPrice {
  values: PricedValues;
  /** Null if the other entry did not sell it. */
  before: number | null;
  after: number;
}

/** The choices that `after` sells for less than `before`, or that `before` did not sell. Null if nothing was sold before. */
export function loweredPrices(before: ModelEntry | null, after: ModelEntry): LoweredPrice[] {
  const sold = before ? pricedChoices(before) : [];
  const earlier = new Map(sold.map(({ values, credits }) => [JSON.stringify(values), credits]));
  return pricedChoices(after).flatMap(({ values, credits }) => {
    const was = earlier.get(JSON.stringify(values)) ?? null;
    return was === null || credits < was ? [{ values, before: was, after: credits }] : [];
  });
}

/** Every choice of an entry that its price can depend on, with the price. None without a price. */
export function pricedChoices({ parameters, price }: ModelEntry): { values: PricedValues; credits: number }[] {
  if (!price) return [];
  const { duration, resolution, quality, count, sound } = parameters;
  const listed = (values: Parameters<typeof valuesOf>[0] | undefined) => (values ? valuesOf(values) : [undefined]);
  const choices = listed(duration).flatMap((seconds) =>
    listed(resolution).flatMap((pixels) =>
      listed(quality).flatMap((grade) =>
        listed(count).flatMap((images) =>
          (sound ? [false, true] : [undefined]).map(
            (hasSound) =>
              ({
                duration: seconds,
                resolution: pixels,
                quality: grade,
                count: images,
                sound: hasSound,
              }) as PricedValues,
          ),
        ),
      ),
    ),
  );
  return choices.map((values) => ({ values, credits: priceOf(price, values) }));
}
