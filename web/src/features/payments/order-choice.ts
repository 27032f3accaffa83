import { keptValues, refusalsOf } from '@luit/contracts/generation/catalog/choices';
import type { Choices, ParameterValues } from '@luit/contracts/generation/catalog/model-parameters';
import { priceOf } from '@luit/contracts/generation/catalog/prices';
import type { ImageModel, PlanList, VideoPlan } from '@luit/contracts/generation/plans';
import { type DemoOrder, demoOrder } from '../../shared/payments/demo-order';
import type { Draft } from '../../shared/drafts/draft-store';

/** What was entered for an order. */
export interface OrderInput extends Draft {
  image?: File | null;
}

/** What an order asks for: the chosen values that the model takes, the model's defaults for the others, and the price. */
export interface OrderChoice {
  makesImage: boolean;
  /** The models that make it from what was entered. */
  models: ImageModel[];
  model: ImageModel | undefined;
  choices: Choices | undefined;
  values: ParameterValues;
  /** The plans that the model makes. */
  plans: VideoPlan[];
  /** The plan that is a name for the chosen length and quality. */
  plan: VideoPlan | undefined;
  /** Credits of other values; one credit costs one rupee. */
  creditsOf: (values: ParameterValues, model?: ImageModel) => number;
}

const valuesOf = ({ duration, quality }: VideoPlan) => ({ duration, resolution: quality });

export function orderChoice(
  list: Pick<PlanList, 'plans' | 'models' | 'imageModels'>,
  { planId, options = {}, output, image }: OrderInput,
): OrderChoice {
  const makesImage = output === 'image';
  const start = image ? 'image' : 'text';
  const offered: ImageModel[] = makesImage ? list.imageModels : list.models;
  const models = offered.filter(({ choices }) => choices[start]);
  const model = models.find(({ id }) => id === options.model) ?? models.find(({ isDefault }) => isDefault) ?? models[0];
  const choices = model?.choices[start] ?? undefined;
  const isChosen = options.duration !== undefined || options.resolution !== undefined;
  const named = isChosen ? undefined : list.plans.find(({ id, popular }) => (planId ? id === planId : popular));
  const asked = { ...options, ...(named && !makesImage && valuesOf(named)) };
  // An order is for one result.
  const { count: _, ...values } = choices ? keptValues(choices, asked) : {};
  const plan = list.plans.find((each) => each.duration === values.duration && each.quality === values.resolution);
  const takes = (each: VideoPlan) => refusalsOf(choices, { start, values: valuesOf(each) }).length === 0;
  return {
    ...{ makesImage, models, model, choices, values, plan },
    plans: makesImage ? [] : list.plans.filter(takes),
    creditsOf: (changed, by = model) => {
      const kept = by?.choices[start] ? keptValues(by.choices[start], { ...values, ...changed }) : {};
      return by ? priceOf(by.price, { ...kept, count: 1 }) : 0;
    },
  };
}

/** The order as it is reviewed before the payment. */
export function reviewedOrder(
  { makesImage, model, values, plan, creditsOf }: OrderChoice,
  plans: VideoPlan[],
  content: { prompt: string; imageUrl: string | null },
): DemoOrder {
  const credits = creditsOf({});
  const { duration = null, resolution = '' } = values;
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const choice = { ...Object.fromEntries(given), ...(makesImage && { type: 'image' as const }), model: model?.id };
  const unnamed = { name: model?.name ?? '', duration, quality: resolution, credits };
  return demoOrder({ ...content, plan: plan?.id ?? unnamed, choice }, plans, credits);
}
