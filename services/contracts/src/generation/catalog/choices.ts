import { characterCount } from '../../messages/character-count';
import { MAX_SEED } from '../limits';
import { takesValue } from './listed-values';
import type { ModelEntry } from './model-entry';
import type { Choices, ParameterName, ParameterValues } from './model-parameters';
import type { ModelRoute } from './model-routes';
import { isTextParameter, ORIGINAL, type TextParameter } from './vocabulary';

/** What a job starts from. */
export type Start = 'text' | 'image';

/** What a person or a program asks a model for. */
export interface Choice {
  start: Start;
  hasLastImage?: boolean;
  /** Number of reference images. */
  references?: number;
  values: ParameterValues;
}

/** A part of a choice that the model does not take. `words` stand in a sentence: "The model does not support …". */
export interface Refusal {
  field: 'start' | 'lastImage' | 'references' | ParameterName;
  words: string;
}

const START_WORDS = { text: 'a prompt alone', image: 'an image' };
const WORDS: Record<Exclude<ParameterName, TextParameter>, (value: unknown) => string> = {
  duration: (seconds) => `a duration of ${seconds} seconds`,
  resolution: (value) => `the resolution ${value}`,
  aspectRatio: (value) => `the aspect ratio ${value}`,
  sound: () => 'sound',
  seed: () => 'a seed',
  strength: (percent) => `a strength of ${percent} %`,
  count: (results) => `${results} results at once`,
  outputFormat: (value) => `the output format ${value}`,
  quality: (value) => `the quality ${value}`,
  enhancement: (value) => `the enhancement ${value}`,
};

/**
 * What the entry takes for a start: the controls of a form, and the rule by which each request is checked. Undefined if the model does not
 * start so. The route decides about a seed, which not every vendor takes.
 */
export function choicesOf(entry: ModelEntry, start: Start, route: ModelRoute | undefined): Choices | undefined {
  const { text, image } = entry.starts;
  if (start === 'text' ? !text : !image) return undefined;
  const { aspectRatio, seed, strength, ...parameters } = entry.parameters;
  const { lastFrame = false, references = 0 } = (start === 'image' && image) || {};
  const originals = start === 'image' && aspectRatio?.keepsImage ? ([ORIGINAL] as const) : [];
  return {
    hasLastImage: lastFrame,
    references,
    parameters: {
      ...parameters,
      ...(aspectRatio && {
        aspectRatio: { values: [...aspectRatio.values, ...originals], default: aspectRatio.default },
      }),
      ...(seed && route?.fields.seed !== undefined && { seed }),
      ...(strength && start === 'image' && { strength }),
    },
  };
}

/** Every part of the choice that the model does not take; none for a valid choice. */
export function refusalsOf(
  choices: Choices | undefined,
  { start, hasLastImage, references = 0, values }: Choice,
): Refusal[] {
  if (!choices) return [{ field: 'start', words: START_WORDS[start] }];
  const refusals: Refusal[] = [];
  for (const [name, value] of Object.entries(values) as [ParameterName, string | number | boolean | undefined][]) {
    // Every model makes one result.
    if (value === undefined || value === '' || value === false || (name === 'count' && value === 1)) continue;
    if (!takes(choices, name, value))
      refusals.push({ field: name, words: isTextParameter(name) ? tooLong(name, choices) : WORDS[name](value) });
  }
  if (hasLastImage && !choices.hasLastImage) refusals.push({ field: 'lastImage', words: 'a last frame' });
  if (references > choices.references) refusals.push({ field: 'references', words: `${references} reference images` });
  return refusals;
}

/** The values with the defaults of the parameters that were left out. A ratio that was left out stays so if an image decides it. */
export function withDefaults({ parameters }: Choices, values: ParameterValues): ParameterValues {
  const isDecided = (name: string) => name === 'aspectRatio' && parameters.aspectRatio?.values.includes(ORIGINAL);
  const defaults = Object.entries(parameters).flatMap(([name, definition]) =>
    definition && 'default' in definition && !isDecided(name) ? [[name, definition.default] as const] : [],
  );
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries([...defaults, ...given]);
}

/** The values that the model takes, and its defaults for the others: what stays chosen when another model is chosen. */
export function keptValues(choices: Choices, values: ParameterValues): ParameterValues {
  const kept = Object.entries(values).filter(
    ([name, value]) => value !== undefined && takes(choices, name as ParameterName, value),
  );
  return withDefaults(choices, Object.fromEntries(kept));
}

function takes({ parameters }: Choices, name: ParameterName, value: string | number | boolean): boolean {
  const definition = parameters[name];
  if (!definition) return false;
  if ('maxCharacters' in definition) return characterCount(String(value)) <= definition.maxCharacters;
  if (name === 'sound') return typeof value === 'boolean';
  if (name === 'seed') return takesValue({ from: 0, to: MAX_SEED }, Number(value));
  return typeof value !== 'boolean' && takesValue(definition as Parameters<typeof takesValue>[0], value);
}

function tooLong(name: TextParameter, { parameters }: Choices): string {
  const words = `a ${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
  const limit = parameters[name];
  return limit ? `${words} of more than ${limit.maxCharacters} characters` : words;
}
