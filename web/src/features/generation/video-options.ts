import { t } from '@lingui/core/macro';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { MAX_SEED, WIDTH_TO_HEIGHT } from '@luit/contracts/generation/limits';
import type { RetiredModel } from '@luit/contracts/generation/catalog/lifecycle';
import type { OfferedModel } from '@luit/contracts/generation/models';
import type { AspectRatio } from '@luit/contracts/generation/options';
import type { VideoModel, VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import type { DraftOptions } from '../../shared/drafts/draft-store';

/** Credits of one video. */
export function creditsOf(plan: VideoPlan | undefined, model: OfferedModel | undefined): number {
  if (!plan || !model) return plan?.credits ?? 0;
  return priceOf(model.price, { duration: plan.duration, resolution: plan.quality });
}

/** Whether the model can make what the plan sells. `details` are those of the same model in the list of plans. */
export function canMake(details: VideoModel | undefined, plan: VideoPlan | undefined, hasImage: boolean): boolean {
  if (!details || !plan) return true;
  return details.supports.some(
    ({ type, durations, resolutions }) =>
      type === (hasImage ? 'image_video' : 'video') &&
      durations.includes(plan.duration) &&
      resolutions.includes(plan.quality),
  );
}

/** Says which model is used instead of a retired one. */
export function replacedText({ name: old }: RetiredModel, { name }: OfferedModel): string {
  return t`${old} is no longer offered, so new videos are made with ${name}.`;
}

/** The ratios that the model offers for this input. */
export function ratiosOf(model: OfferedModel, hasImage: boolean): AspectRatio[] {
  const { aspectRatios, original } = model.capabilities;
  return hasImage && original ? [...aspectRatios, 'original'] : aspectRatios;
}

/** The offered ratio that is nearest to an image, measured by how much of it would be cropped. */
export function nearestRatio(ratios: AspectRatio[], imageRatio: number): AspectRatio | undefined {
  const kept = (ratio: AspectRatio) =>
    ratio === 'original' ? 0 : Math.min(imageRatio / WIDTH_TO_HEIGHT[ratio], WIDTH_TO_HEIGHT[ratio] / imageRatio);
  return [...ratios].sort((a, b) => kept(b) - kept(a))[0];
}

/** The chosen ratio if the model offers it, otherwise the default: 16:9, or the nearest to the image. */
export function chosenRatio(
  options: DraftOptions,
  model: OfferedModel,
  image: { ratio: number | null } | null,
): AspectRatio | undefined {
  const ratios = ratiosOf(model, image !== null);
  if (options.aspectRatio && ratios.includes(options.aspectRatio)) return options.aspectRatio;
  if (image) return image.ratio === null ? undefined : nearestRatio(ratios, image.ratio);
  return ratios.includes('16:9') ? '16:9' : ratios[0];
}

/** What is sent of the chosen options: only what the model supports. */
export function sentOptions(
  options: DraftOptions,
  model: OfferedModel | undefined,
  image: { ratio: number | null } | null,
): DraftOptions {
  const { cameraMotion, style, extendOf } = options;
  const presets = { ...(cameraMotion && { cameraMotion }), ...(style && { style }), ...(extendOf && { extendOf }) };
  if (!model) return presets;
  const { seed, negativePrompt } = model.capabilities;
  const aspectRatio = chosenRatio(options, model, image);
  const isCropped = image !== null && aspectRatio !== undefined && aspectRatio !== 'original';
  return {
    ...presets,
    model: model.id,
    ...(aspectRatio && { aspectRatio }),
    ...(isCropped && options.framing && { framing: options.framing }),
    ...(seed && options.seed !== undefined && { seed: options.seed }),
    ...(negativePrompt && options.negativePrompt?.trim() && { negativePrompt: options.negativePrompt.trim() }),
  };
}

/** The seed of one of several variations. */
export function seedOfVariation(seed: number, variation: number): number {
  return (seed + variation) % (MAX_SEED + 1);
}

/** The options of a finished request, for the form. */
export function optionsOf({ options, model }: RequestView, { keepsSeed }: { keepsSeed: boolean }): DraftOptions {
  if (!options) return {};
  const { seed, ...others } = options;
  const given = Object.entries(others).filter(([, value]) => value !== null && value !== '');
  return {
    ...(model && { model }),
    ...Object.fromEntries(given),
    ...(keepsSeed && seed !== null && { seed }),
  };
}
