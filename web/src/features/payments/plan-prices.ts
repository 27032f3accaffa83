import { videoCredits } from '@luit/contracts/billing/prices';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';

/** Credits of one video. */
function creditsWith(plan: VideoPlan, model: VideoModel | undefined): number {
  return videoCredits(plan.credits, Math.round((model?.factor ?? 1) * 1000));
}

/** What a plan costs with each model that makes its videos, in the order of the models. */
export function modelPrices(plan: VideoPlan, models: VideoModel[]): { name: string; credits: number }[] {
  const able = models.filter(({ supports }) =>
    supports.some(
      ({ type, durations, resolutions }) =>
        type !== 'restore' && durations.includes(plan.duration) && resolutions.includes(plan.quality),
    ),
  );
  return able.map((model) => ({ name: model.name, credits: creditsWith(plan, model) }));
}

/** Rupees of a video that is paid once: the default model makes it, and a credit counts as a rupee. */
export function singlePrice(plan: VideoPlan, models: VideoModel[]): number {
  return creditsWith(
    plan,
    models.find(({ isDefault }) => isDefault),
  );
}
