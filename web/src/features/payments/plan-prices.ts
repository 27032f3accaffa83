import { priceOf } from '@luit/contracts/generation/catalog/prices';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';

/** What a plan costs with each model that makes its videos, in the order of the models. */
export function modelPrices(plan: VideoPlan, models: VideoModel[]): { name: string; credits: number }[] {
  const able = models.filter(({ supports }) =>
    supports.some(
      ({ type, durations, resolutions }) =>
        type !== 'restore' && durations.includes(plan.duration) && resolutions.includes(plan.quality),
    ),
  );
  return able.map((model) => ({
    name: model.name,
    credits: priceOf(model.price, { duration: plan.duration, resolution: plan.quality }),
  }));
}
