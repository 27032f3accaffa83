import { valuesOf } from '@luit/contracts/generation/catalog/listed-values';
import { refusalsOf } from '@luit/contracts/generation/catalog/choices';
import { isTextParameter } from '@luit/contracts/generation/catalog/vocabulary';
import type { VideoPlan } from '@luit/contracts/generation/plans';
import { useSession } from '../../../lib/services';
import type { DraftOptions } from '../../../shared/drafts/draft-store';
import { type Name, PARAMETERS, parameterTexts } from '../../../shared/parameters/parameter-texts';
import { rememberChoices, rememberedChoices } from '../remembered-choices';
import type { Generation } from '../use-generation';
import { useImageRatio } from '../use-image-ratio';
import { useOfferedModels } from '../use-offered-models';
import { chosenValues, creditsOf, planOf, sentOptions, valuesIn, valuesOfPlan } from '../video-options';

export interface ComposerInput {
  generation: Generation;
  output: 'video' | 'image';
  /** Empty where images are made. */
  plans: VideoPlan[];
  /** The starting image or the image to change. */
  image: File | null;
  /** Whether nothing is made from a prompt alone. */
  needsImage?: boolean;
  lastFrame?: File | null;
  references?: File[];
}

export type ComposerState = ReturnType<typeof useComposer>;

/** What is asked for with the chosen model, and what it costs. All of it follows from the draft and the model's entry. */
export function useComposer({ generation, output, plans, image, needsImage = false, ...images }: ComposerInput) {
  const { draft, changeDraft } = generation;
  const { prompt, options = {} } = draft;
  const { lastFrame = null, references = [] } = images;
  const userId = useSession().user?.id ?? '';
  const ratio = useImageRatio(image);
  const hasStart = image !== null || needsImage || options.extendOf !== undefined;
  const start = hasStart ? { file: image, ratio } : null;
  const offered = useOfferedModels(options.model, start ? 'image' : 'text', output);
  const { model, choices } = offered;

  const usual = plans.find(({ id }) => id === draft.planId) ?? plans.find(({ popular }) => popular);
  const { duration, resolution, ...others } = model ? rememberedChoices(userId, model.id) : {};
  // A plan that was chosen, or ordered, is newer than the length and quality of the last order.
  const remembered = draft.planId ? others : { duration, resolution, ...others };
  const remember = (chosen: DraftOptions) => model && rememberChoices(userId, model.id, valuesIn(chosen));
  const values = choices
    ? chosenValues({ ...remembered, ...options }, usual, choices, start)
    : usual
      ? valuesOfPlan(usual)
      : {};
  const plan = planOf(plans, values);

  const counted = choices?.parameters.count;
  const counts = output === 'video' ? [1, 2, 3, 4] : counted ? valuesOf(counted).map(Number) : [1];
  const wanted = draft.count ?? (output === 'video' ? 1 : (counted?.default ?? 1));
  const count = counts.includes(wanted) ? wanted : 1;
  const credits = creditsOf(model, values, usual);
  // A video begins with its first frame or shows its references; an image is changed with the help of further ones.
  const maxReferences = output === 'video' && image ? 0 : (choices?.references ?? 0);

  const refused = choices
    ? refusalsOf(choices, { start: offered.start, hasLastImage: lastFrame !== null, values: valuesIn(options) })
    : [];
  const isParameter = (field: string): field is Name => PARAMETERS.some((name) => name === field);
  /** What was chosen and the model does not take, in words. */
  const dropped = refused.flatMap(({ field }) => {
    if (!isParameter(field)) return [];
    const { name, format } = parameterTexts[field];
    const value = options[field];
    return [typeof value === 'boolean' || isTextParameter(field) ? name : `${name} ${format(value as never)}`];
  });

  const changeOptions = (changes: DraftOptions) => {
    remember(changes);
    changeDraft({ ...draft, options: { ...options, ...changes } });
  };
  return {
    ...{ draft, prompt, options, start, offered, values, plan, counts, count, credits, maxReferences, dropped },
    cost: credits * count,
    /** A video without a length cannot be ordered; the server chooses a model where none is known. */
    isChosen: output === 'video' ? values.duration !== undefined : model !== undefined,
    hasLastFrame: choices?.hasLastImage ?? false,
    changeOptions,
    changeDraft,
    changePrompt: (text: string) => changeDraft({ ...draft, prompt: text }),
    changeCount: (chosen: number) => changeDraft({ ...draft, count: chosen }),
    changeLength: (chosen: DraftOptions) => {
      remember(chosen);
      changeDraft({ ...draft, planId: planOf(plans, chosen)?.id, options: { ...options, ...chosen } });
    },
    /** Places the order. */
    order: () => {
      void generation.start({
        ...{ prompt, planId: plan?.id, credits, count, options: sentOptions(options, model, values, start) },
        lastFrame: choices?.hasLastImage && image ? lastFrame : null,
        references: references.slice(0, maxReferences),
      });
    },
  };
}
