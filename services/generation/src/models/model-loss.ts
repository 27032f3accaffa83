import { pricedChoices } from '@luit/contracts/generation/catalog/lowered-prices';
import type { ModelEntry } from '@luit/contracts/generation/catalog/model-entry';
import type { ModelLoss } from '@luit/contracts/generation/model-editor';
import type { CurrentCosts } from '../provider-costs/provider-costs.service';

/**
 * What the entry loses the most with: one choice at one route, by the rule of the margin. Routes of unknown cost are left out.
 *
 * @param creditMicros what is paid for a credit, millionths of a rupee
 */
export function lossOf(entry: ModelEntry, { table, day }: CurrentCosts, creditMicros: number): ModelLoss | null {
  let worst: ModelLoss | null = null;
  for (const { values, credits } of pricedChoices(entry)) {
    const { duration, resolution, quality } = values;
    const task = { model: entry.id, day, resolution: resolution ?? quality ?? '', duration: duration ?? null };
    for (const { provider, cost = null } of entry.routes) {
      const charged = table.costOf({ ...task, provider, cost });
      const costMicros = 'micros' in charged ? Number(charged.micros) : 0;
      const paidMicros = credits * creditMicros;
      if (costMicros - paidMicros > (worst ? worst.costMicros - worst.paidMicros : 0)) {
        worst = { provider, choice: { duration, resolution, quality }, credits, paidMicros, costMicros };
      }
    }
  }
  return worst;
}

export function lossText({ provider, choice, credits, paidMicros, costMicros }: ModelLoss): string {
  const { duration, resolution, quality } = choice;
  const what = [duration && `${duration} s`, resolution ?? quality].filter(Boolean).join(' ');
  const rupees = (micros: number) => `₹${(micros / 1_000_000).toFixed(2)}`;
  return `${what} costs ${rupees(costMicros)} at ${provider} and is sold for ${credits} credits, ${rupees(paidMicros)} in the cheapest pack`;
}
