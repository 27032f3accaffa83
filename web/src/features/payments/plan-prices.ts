import { refusalsOf } from '@luit/contracts/generation/catalog/choices';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';

/** What a plan costs with each model that makes its videos, in the order of the models. */
export function modelPrices(plan: VideoPlan, models: VideoModel[]): { name: string; credits: number }[] {
  const values = { duration: plan.duration, resolution: plan.quality };
  const makes = ({ choices }: VideoModel) =>
    (['text', 'image'] as const).some(
      (start) => refusalsOf(choices[start] ?? undefined, { start, values }).length === 0,
    );
  return models.filter(makes).map(({ name, price }) => ({ name, credits: priceOf(price, values) }));
}
