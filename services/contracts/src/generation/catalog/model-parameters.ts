import { z } from 'zod';
import { MAX_NEGATIVE_PROMPT_CHARACTERS } from '../limits';
import { MAX_PROMPT_CHARACTERS } from '../prompt-limits';
import { takesValue } from './listed-values';
import { ENTRY_LIMITS, RATIOS, RESOLUTIONS } from './vocabulary';

const OUTSIDE = 'The default must be one of the values';

function oneOf<const Values extends readonly [string, ...string[]]>(allowed: Values) {
  const value = z.enum(allowed);
  return z.strictObject({ values: z.array(value).min(1), default: value });
}

/** Either `values` or a range of whole numbers. */
function numbers(least: number, most: number) {
  const number = z.int().min(least).max(most);
  return z
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
}

function text(maxCharacters: number) {
  return z.strictObject({ maxCharacters: z.int().min(1).max(maxCharacters) });
}

/** The closed vocabulary of what a model can be asked for. An entry names the parameters that its model takes. */
export const modelParameters = z
  .strictObject({
    prompt: text(MAX_PROMPT_CHARACTERS),
    negativePrompt: text(MAX_NEGATIVE_PROMPT_CHARACTERS),
    duration: numbers(1, ENTRY_LIMITS.seconds).describe('Seconds'),
    resolution: oneOf(RESOLUTIONS),
    aspectRatio: oneOf(RATIOS).extend({
      keepsImage: z.boolean().default(false).describe('A video that starts with an image has the ratio of the image'),
    }),
    sound: z.strictObject({ default: z.boolean() }),
    seed: z.strictObject({}),
    strength: numbers(0, 100).describe('Percent by which an image may change'),
    count: numbers(1, ENTRY_LIMITS.images).describe('Images of one request'),
    quality: oneOf(['standard', 'high', 'ultra']).describe('Of a restoration'),
    enhancement: oneOf(['standard', 'premium', 'professional']).describe('Of a restoration'),
  })
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
export type ParameterName = keyof ModelParameters;
export const PARAMETER_NAMES = modelParameters.keyof().options;
