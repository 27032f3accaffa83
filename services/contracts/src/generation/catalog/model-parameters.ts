import { z } from 'zod';
import { optional } from '../../messages/fields';
import { formInteger, textBoolean } from '../../messages/query-fields';
import {
  INVALID_DURATION,
  MAX_NEGATIVE_PROMPT_CHARACTERS,
  MAX_SEED,
  NEGATIVE_PROMPT_TOO_LONG,
  PROMPT_TOO_LONG,
} from '../limits';
import { MAX_PROMPT_CHARACTERS } from '../prompt-limits';
import { promptText } from '../prompt-text';
import { takesValue } from './listed-values';
import { ENTRY_LIMITS, ORIGINAL, PARAMETERS_OF, RATIOS, RESOLUTIONS, type TextParameter } from './vocabulary';

const OUTSIDE = 'The default must be one of the values';

/** A list of values, of which a request has one. `name` begins the sentence that refuses another one. */
function oneOf<const Values extends readonly [string, ...string[]]>(allowed: Values, name: string) {
  const value = z.enum(allowed, `The ${name} must be one of ${allowed.join(', ')}`);
  return { definition: z.strictObject({ values: z.array(value).min(1), default: value }), value };
}

/** Either `values` or a range of whole numbers. */
function numbers(least: number, most: number, message: string) {
  const number = z.int().min(least).max(most);
  const definition = z
    .strictObject({
      values: z.array(number).min(1).optional(),
      from: number.optional(),
      to: number.optional(),
      default: number,
    })
    .superRefine(({ values, from, to }, { addIssue }) => {
      if (values ? from !== undefined || to !== undefined : from === undefined || to === undefined) {
        addIssue({
          code: 'custom',
          path: ['values'],
          message: 'Either list the values, or give the range: from and to',
        });
      } else if (from !== undefined && to !== undefined && from > to) {
        addIssue({ code: 'custom', path: ['to'], message: 'The range ends before it begins' });
      }
    });
  return { definition, value: wholeNumber(least, most, message) };
}

function wholeNumber(least: number, most: number, message: string) {
  return z.int(message).min(least, message).max(most, message);
}

function text(maxCharacters: number, tooLong: string) {
  return {
    longest: { maxCharacters },
    definition: z.strictObject({ maxCharacters: z.int().min(1).max(maxCharacters) }),
    value: promptText(maxCharacters, { tooLong }),
  };
}

const STRENGTH = 'The strength must be a whole number from 0 to 100';
const SEED = `The seed must be a whole number from 0 to ${MAX_SEED}`;
const COUNT = `The count must be a whole number from 1 to ${ENTRY_LIMITS.count}`;
const ratio = oneOf(RATIOS, 'aspect ratio');

const TEXTS = {
  prompt: text(MAX_PROMPT_CHARACTERS, PROMPT_TOO_LONG),
  negativePrompt: text(MAX_NEGATIVE_PROMPT_CHARACTERS, NEGATIVE_PROMPT_TOO_LONG),
} satisfies Record<TextParameter, unknown>;

/**
 * The closed vocabulary of what a model can be asked for. Of each parameter it declares what an entry says about it, and the value that a
 * request has. Bodies, the stored choice, the task of a worker and the JSON Schema of a model follow from it.
 */
const VOCABULARY = {
  ...TEXTS,
  duration: numbers(1, ENTRY_LIMITS.seconds, INVALID_DURATION),
  resolution: oneOf(RESOLUTIONS, 'resolution'),
  aspectRatio: {
    ...ratio,
    definition: ratio.definition.extend({
      keepsImage: z.boolean().default(false).describe('A video that starts with an image has the ratio of the image'),
    }),
    value: oneOf([...RATIOS, ORIGINAL], 'aspect ratio').value,
  },
  sound: {
    definition: z.strictObject({ default: z.boolean() }),
    value: z.boolean('Sound must be true or false'),
  },
  seed: { definition: z.strictObject({}), value: wholeNumber(0, MAX_SEED, SEED) },
  strength: numbers(0, 100, STRENGTH),
  count: numbers(1, ENTRY_LIMITS.count, COUNT),
  outputFormat: oneOf(['png', 'jpeg', 'webp'], 'output format'),
  quality: oneOf(['standard', 'high', 'ultra'], 'quality'),
  enhancement: oneOf(['standard', 'premium', 'professional'], 'enhancement'),
};

/** What vendors call the parameters, the usual name first. */
export const VENDOR_NAMES: Partial<Record<ParameterName, readonly string[]>> = {
  prompt: ['prompt', 'text'],
  negativePrompt: ['negative_prompt'],
  duration: ['duration', 'seconds', 'duration_seconds', 'video_length'],
  resolution: ['resolution', 'quality'],
  aspectRatio: ['aspect_ratio', 'ratio'],
  sound: ['generate_audio', 'with_audio', 'enable_audio', 'audio'],
  seed: ['seed'],
  strength: ['prompt_strength', 'strength', 'image_strength'],
  count: ['num_outputs', 'num_images', 'number_of_images'],
  outputFormat: ['output_format', 'image_format', 'format'],
};

/** What the values mean, for the documentation of bodies. */
const MEANINGS: Partial<Record<ParameterName, string>> = {
  negativePrompt: 'What to avoid',
  duration: 'Seconds',
  resolution: 'Shorter side in pixels',
  aspectRatio: 'Width to height; for an image the ratio that the model chooses if absent. `original` requires an image',
  sound: 'Whether a video has sound',
  seed: 'Repeats a result with the same input; drawn by the server if absent',
  strength: 'Percent by which the image may change',
  count: 'Results at once. Each is a request of its own with its own price, and gets the next seed',
};

type Vocabulary = typeof VOCABULARY;
export type ParameterName = keyof Vocabulary;
export const PARAMETER_NAMES = Object.keys(VOCABULARY) as ParameterName[];

/** What an entry says about a text that may have as many characters as any model takes. */
export function longestText(name: TextParameter): { maxCharacters: number } {
  return TEXTS[name].longest;
}

const { prompt: _prompt, ...furtherTextsOf } = TEXTS;
type FurtherText = keyof typeof furtherTextsOf;
/** The texts of a request besides its prompt. */
export const FURTHER_TEXTS = Object.keys(furtherTextsOf) as FurtherText[];
export const furtherTexts = Object.fromEntries(FURTHER_TEXTS.map((name) => [name, z.string().nullable()])) as Record<
  FurtherText,
  z.ZodNullable<z.ZodString>
>;
/** What people wrote, and the content policy checks. */
export type RequestTexts = { prompt: string } & { [Name in FurtherText]?: string | null | undefined };

/** What the vocabulary says about each parameter under one name. */
function partsOf<Part extends 'definition' | 'value'>(part: Part) {
  const parts = Object.entries(VOCABULARY).map(([name, parameter]) => [name, parameter[part]]);
  return Object.fromEntries(parts) as { [Name in ParameterName]: Vocabulary[Name][Part] };
}

/** The value of each parameter in a request. Whether a model takes it is decided by its entry. */
export const parameterValues = z.object(partsOf('value'));
export type ParameterValues = { [Name in ParameterName]?: z.infer<typeof parameterValues>[Name] | undefined };

/** What an entry says about the parameters that its model takes. */
export const modelParameters = z
  .strictObject(partsOf('definition'))
  .partial()
  .superRefine((parameters, { addIssue }) => {
    for (const [name, definition] of Object.entries(parameters)) {
      if (!definition || !('values' in definition || 'from' in definition)) continue;
      const { values } = definition;
      if (values && new Set<unknown>(values).size < values.length) {
        addIssue({ code: 'custom', path: [name, 'values'], message: 'A value is listed twice' });
      }
      if (!takesValue(definition, definition.default)) {
        addIssue({ code: 'custom', path: [name, 'default'], message: OUTSIDE });
      }
    }
  });
export type ModelParameters = z.infer<typeof modelParameters>;

/** What a model takes for one start. */
export const modelChoices = z.object({
  hasLastImage: z.boolean(),
  /** At most this many reference images. */
  references: z.number(),
  parameters: z
    .object({
      ...partsOf('definition'),
      aspectRatio: z.object({ values: z.array(parameterValues.shape.aspectRatio), default: ratio.value }),
    })
    .partial(),
});
export type Choices = z.infer<typeof modelChoices>;

const VIDEO_OR_IMAGE = [...PARAMETERS_OF.video, ...PARAMETERS_OF.image] as const;
/** The values of a video or an image, apart from its prompt. */
export const videoValues = parameterValues
  .pick(Object.fromEntries(VIDEO_OR_IMAGE.map((name) => [name, true])) as Record<VideoParameter, true>)
  .omit({ prompt: true });
export type VideoParameter = (typeof VIDEO_OR_IMAGE)[number];

type Values = typeof videoValues.shape;
type Optional<Schema> = Schema extends z.ZodType ? ReturnType<typeof optional<Schema>> : never;
const videoFields = Object.entries(videoValues.shape) as [keyof Values, z.ZodType][];
const described = (name: ParameterName, schema: z.ZodType) => schema.describe(MEANINGS[name] ?? '');

/** Fields of a body, all of which may be left out. */
export const videoBody = Object.fromEntries(
  videoFields.map(([name, schema]) => [name, described(name, optional(schema))]),
) as { [Name in keyof Values]: Optional<Values[Name]> };

/** The same fields of a form, which carry text. */
export const videoFormFields = Object.fromEntries(
  videoFields.map(([name, schema]) => [name, described(name, ofText(schema))]),
) as typeof videoBody;

type ImageField = Exclude<(typeof PARAMETERS_OF.image)[number], 'prompt'>;
export const imageBody = ofImage(videoBody);
export const imageFormFields = ofImage(videoFormFields);

function ofImage(fields: typeof videoBody): Pick<typeof videoBody, ImageField> {
  const names = PARAMETERS_OF.image.filter((name) => name !== 'prompt');
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<typeof videoBody, ImageField>;
}

/** The values of an accepted video; null where the model takes none. */
export const acceptedValues = Object.fromEntries(videoFields.map(([name, schema]) => [name, schema.nullable()])) as {
  [Name in keyof Values]: z.ZodNullable<Values[Name]>;
};

function ofText(schema: z.ZodType): z.ZodType {
  if (schema.def.type === 'number') return formInteger(optional(schema));
  return schema.def.type === 'boolean' ? textBoolean(optional(schema)) : optional(schema);
}
