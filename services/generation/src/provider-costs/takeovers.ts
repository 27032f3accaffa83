import type { FailoverChange } from '@luit/contracts/generation/provider-costs';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { Task } from './job-cost';
import type { CurrentCosts } from './provider-costs.service';

/** The charges of a model's providers on a day of Asia/Kolkata. */
export interface Prices extends CurrentCosts {
  /** As published, by id. */
  entries: ReadonlyMap<string, ModelEntry>;
}

/**
 * The preferred provider of a model, then the providers that may take over for it. Those that charge more do not, if it is known
 * what all of them charge.
 */
export function candidatesOf(model: string, providers: string[], prices: Prices): string[] {
  const [preferred, ...others] = providers;
  if (!preferred) return [];
  const costsNoMore = comparisonOf(model, providers, prices);
  return [preferred, ...others.filter((other) => !costsNoMore || costsNoMore(other, preferred))];
}

/** The models with different candidates. */
export function changesOf(models: Map<string, string[]>, before: Prices, after: Prices): FailoverChange[] {
  return [...models]
    .map(([model, providers]) => {
      return { model, before: candidatesOf(model, providers, before), after: candidatesOf(model, providers, after) };
    })
    .filter((change) => change.before.join() !== change.after.join());
}

/**
 * Compares providers of a model by their prices in rupees. Null if any price or exchange rate is unknown for any duration and resolution.
 *
 * @returns whether a provider costs no more than another one for every possible order
 */
function comparisonOf(
  model: string,
  providers: string[],
  { table, entries, day }: Prices,
): ((provider: string, other: string) => boolean) | null {
  const entry = entries.get(model);
  const variants = entry ? variantsOf(entry) : [];
  const micros = new Map<string, bigint[]>();
  for (const provider of providers) {
    const cost = entry?.routes.find((route) => route.provider === provider)?.cost ?? null;
    const costs = variants.map((variant) => table.costOf({ provider, model, day, cost, ...variant }));
    const known = costs.flatMap((cost) => ('micros' in cost ? [cost.micros] : []));
    if (known.length === 0 || known.length < variants.length) return null;
    micros.set(provider, known);
  }
  const of = (provider: string) => micros.get(provider) ?? [];
  return (provider, other) => of(provider).every((cost, i) => cost <= of(other)[i]!);
}

/** The orders that a model accepts. Seconds; null for an image. */
function variantsOf({
  parameters: { duration, resolution, quality },
}: ModelEntry): Pick<Task, 'resolution' | 'duration'>[] {
  const durations = duration ? valuesOf(duration).map(Number) : [null];
  const resolutions = (resolution ?? quality)?.values ?? [''];
  return resolutions.flatMap((each) => durations.map((seconds) => ({ resolution: each, duration: seconds })));
}
