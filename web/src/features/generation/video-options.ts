import { t } from '@lingui/core/macro';
import { keptValues, refusalsOf, type Start } from '@luit/contracts/generation/catalog/choices';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import { MAX_SEED, WIDTH_TO_HEIGHT } from '@luit/contracts/generation/limits';
import type { RetiredModel } from '@luit/contracts/generation/catalog/lifecycle';
import type { OfferedModel } from '@luit/contracts/generation/models';
import type { AspectRatio } from '@luit/contracts/generation/options';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import type { RequestView } from '@luit/contracts/http/requests';
import type { Draft, DraftOptions } from '../../shared/drafts/draft-store';
import { PARAMETERS } from '../../shared/parameters/parameter-texts';

/** The starting image and its width to height, as far as known. */
export interface StartImage {
  file: File | null;
  ratio: number | null;
}

/** What a plan is a name for. */
export function valuesOfPlan({ duration, quality }: VideoPlan): ParameterValues {
  return { duration, resolution: quality };
}

/** The plan that is a name for these values. */
export function planOf(plans: VideoPlan[], { duration, resolution }: ParameterValues): VideoPlan | undefined {
  return plans.find((plan) => plan.duration === duration && plan.quality === resolution);
}

/** Whether the model takes all of these values. */
export function takesAll(choices: Choices, start: Start, values: ParameterValues): boolean {
  return refusalsOf(choices, { start, values }).length === 0;
}

/** Says which model is used instead of a retired one. */
export function replacedText({ name: old }: RetiredModel, { name }: OfferedModel): string {
  return t`${old} is no longer offered, so new videos are made with ${name}.`;
}

/** The offered ratio that is nearest to an image, measured by how much of it would be cropped. */
export function nearestRatio(ratios: readonly AspectRatio[], imageRatio: number): AspectRatio | undefined {
  const kept = (ratio: AspectRatio) =>
    ratio === 'original' ? 0 : Math.min(imageRatio / WIDTH_TO_HEIGHT[ratio], WIDTH_TO_HEIGHT[ratio] / imageRatio);
  return [...ratios].sort((a, b) => kept(b) - kept(a))[0];
}

/** The chosen ratio if the model takes it, otherwise its default, or the nearest to the image. */
function ratioOf(
  { aspectRatio }: ParameterValues,
  { parameters }: Choices,
  image: StartImage | null,
): AspectRatio | undefined {
  const ratios = parameters.aspectRatio?.values ?? [];
  if (aspectRatio && ratios.includes(aspectRatio)) return aspectRatio;
  if (image) return image.ratio === null ? undefined : nearestRatio(ratios, image.ratio);
  return parameters.aspectRatio?.default;
}

/** What the form asks the model for: what was chosen and the model takes, and its defaults. */
export function chosenValues(
  options: DraftOptions,
  plan: VideoPlan | undefined,
  choices: Choices,
  image: StartImage | null,
): ParameterValues {
  const chosen = { ...(plan && valuesOfPlan(plan)), ...valuesIn(options) };
  return { ...keptValues(choices, chosen), aspectRatio: ratioOf(chosen, choices, image) };
}

/** What is sent: the values, and the presets and the framing that apply to them. */
export function sentOptions(
  { cameraMotion, style, extendOf, framing }: DraftOptions,
  model: OfferedModel | undefined,
  values: ParameterValues,
  image: StartImage | null,
): DraftOptions {
  const isCropped = image !== null && values.aspectRatio !== undefined && values.aspectRatio !== 'original';
  return {
    ...(cameraMotion && { cameraMotion }),
    ...(style && { style }),
    ...(extendOf && { extendOf }),
    ...(model && { model: model.id }),
    ...valuesIn(values),
    ...(isCropped && framing && { framing }),
  };
}

/** Credits of one video. */
export function creditsOf(
  model: OfferedModel | undefined,
  values: ParameterValues,
  plan: VideoPlan | undefined,
): number {
  return model ? priceOf(model.price, values) : (plan?.credits ?? 0);
}

/** The seed of one of several variations. */
export function seedOfVariation(seed: number, variation: number): number {
  return (seed + variation) % (MAX_SEED + 1);
}

/** The options of a finished request, for the form. */
export function optionsOf(
  { options, model, duration, resolution }: RequestView,
  { keepsSeed }: { keepsSeed: boolean },
): DraftOptions {
  const { seed, ...others } = { seed: null, ...options };
  const given = Object.entries({ duration, resolution, ...others }).filter(
    ([, value]) => value !== null && value !== '',
  );
  return {
    ...(model && { model }),
    ...Object.fromEntries(given),
    ...(keepsSeed && seed !== null && { seed }),
  };
}

/** The form of a finished request, without its seed, so that generating again makes another video. */
export function draftOf(request: RequestView): Draft {
  return { prompt: request.prompt, options: optionsOf(request, { keepsSeed: false }) };
}

/** The values of the vocabulary that are given among options. */
export function valuesIn(options: ParameterValues): ParameterValues {
  const given = PARAMETERS.map((name) => [name, options[name]] as const);
  const trimmed = given.map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== undefined && value !== ''));
}
