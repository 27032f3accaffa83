import type { FailoverChange } from '@luit/contracts/generation/provider-costs';
import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { EntityManager } from 'typeorm';
import type { ModelProvider } from '../config';
import type { CostTable } from './job-cost';

/** An order that a model accepts. Seconds; null for an image. */
interface Variant {
  resolution: string;
  duration: number | null;
}

/** All orders that each model accepts. */
export type Variants = ReadonlyMap<string, Variant[]>;

export async function readVariants(manager: EntityManager): Promise<Variants> {
  const models = await manager.query<{ entry: ModelEntry }[]>(`SELECT entry FROM published_models`);
  return new Map(models.map(({ entry }) => [entry.id, variantsOf(entry)]));
}

/** The charges of a model's providers on a day of Asia/Kolkata. */
export interface Prices {
  table: CostTable;
  variants: Variants;
  day: string;
}

/**
 * The preferred provider of a model, then the providers that may take over for it. Entered prices decide if all providers of the model have
 * one, otherwise the costs of `MODEL_PROVIDERS`.
 */
export function candidatesOf(model: string, providers: ModelProvider[], prices: Prices): string[] {
  const [preferred, ...others] = providers;
  if (!preferred) return [];
  const names = providers.map(({ provider }) => provider);
  const comparison = comparisonOf(model, names, prices);
  const mayTakeOver = (other: ModelProvider) =>
    comparison ? comparison(other.provider, preferred.provider) : costsNoMore(other, preferred);
  return [preferred, ...others.filter(mayTakeOver)].map(({ provider }) => provider);
}

/** The models with different candidates. */
export function changesOf(models: Map<string, ModelProvider[]>, before: Prices, after: Prices): FailoverChange[] {
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
  { table, variants: all, day }: Prices,
): ((provider: string, other: string) => boolean) | null {
  const variants = all.get(model) ?? [];
  const micros = new Map<string, bigint[]>();
  for (const provider of providers) {
    const costs = variants.map((variant) => table.costOf({ provider, model, day, ...variant }));
    const known = costs.flatMap((cost) => ('micros' in cost ? [cost.micros] : []));
    if (known.length === 0 || known.length < variants.length) return null;
    micros.set(provider, known);
  }
  const of = (provider: string) => micros.get(provider) ?? [];
  return (provider, other) => of(provider).every((cost, i) => cost <= of(other)[i]!);
}

/** By `MODEL_PROVIDERS`. An unknown cost counts as equal. */
function costsNoMore({ cost }: ModelProvider, preferred: ModelProvider): boolean {
  return cost === null || preferred.cost === null || cost <= preferred.cost;
}

function variantsOf({ parameters: { duration, resolution, quality } }: ModelEntry): Variant[] {
  const durations = duration ? valuesOf(duration).map(Number) : [null];
  const resolutions = (resolution ?? quality)?.values ?? [''];
  return resolutions.flatMap((each) => durations.map((seconds) => ({ resolution: each, duration: seconds })));
}
