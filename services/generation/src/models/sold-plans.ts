import { OUTPUT_OF } from '@luit/contracts/generation/outputs';
import type { EntryProblem } from '@luit/contracts/generation/catalog/model-entry';
import type { EntityManager } from 'typeorm';
import type { PlanEntity } from '../plans/plan.entity';
import { isSoldBy, readOffer, sellerOf } from '../plans/plans.service';

/** The plans that customers can buy at a time. */
export async function soldPlans(manager: EntityManager, at: Date): Promise<PlanEntity[]> {
  const { plans, models } = await readOffer(manager, at);
  return plans.filter((plan) => isSoldBy(plan, sellerOf(models, OUTPUT_OF[plan.type])));
}

/** Why the models cannot change so: what nobody could buy any more. */
export function unsold(before: PlanEntity[], after: PlanEntity[]): EntryProblem[] {
  const missing = before.filter(({ id }) => !after.some((plan) => plan.id === id)).map(({ name }) => name);
  if (missing.length === 0) return [];
  return [{ path: 'parameters', message: `No model would make these plans: ${missing.join(', ')}` }];
}
