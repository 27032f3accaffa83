import { z } from 'zod';
import { currency } from '../provider-costs';
import { PARAMETER_NAMES } from './model-parameters';
import { ENTRY_LIMITS } from './vocabulary';
import { workflow } from './workflow-graph';

const TOO_LONG = `At most ${ENTRY_LIMITS.characters} characters`;
const vendorField = z
  .string()
  .min(1, 'Name the field of the vendor')
  .max(ENTRY_LIMITS.characters, TOO_LONG)
  .regex(
    /^([A-Za-z_][\w-]*|[\w:-]+\.[\w-][\w. -]*)$/,
    'A field is named with letters, digits, hyphens and underscores; an input of a workflow is written node.input',
  );
const scalar = z.union([z.string(), z.number(), z.boolean()]);

const multipleOf = z.int().min(1).max(64);

const conversion = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('text'), field: vendorField }),
  z.strictObject({ as: z.literal('number'), field: vendorField }),
  z.strictObject({ as: z.literal('fraction'), field: vendorField }).describe('Percent as a number from 0 to 1'),
  z.strictObject({ as: z.literal('map'), field: vendorField, values: z.record(z.string(), scalar) }),
  z.strictObject({
    as: z.literal('frames'),
    field: vendorField,
    framesPerSecond: z.number().positive().max(120),
    plus: z.int().min(0).max(16).default(0),
    rateField: vendorField.optional().describe('Gets the frames per second'),
  }),
  z.strictObject({ as: z.literal('list'), field: vendorField }).describe('An image as the only one of a list'),
  z
    .strictObject({
      as: z.literal('size'),
      width: vendorField,
      height: vendorField,
      multipleOf,
    })
    .describe('Width and height from resolution and aspect ratio'),
  z
    .strictObject({ as: z.literal('dimensions'), field: vendorField, multipleOf })
    .describe('Both as one text, such as 1280x720'),
]);
export type Conversion = z.infer<typeof conversion>;

/** A name alone: the vendor's field takes our value unchanged. */
const mapping = z.union([vendorField, conversion]);
export type FieldMapping = z.infer<typeof mapping>;

/** What a vendor's field can be filled with: each parameter, the images that a start has, and Luit's reference of the job. */
export const INPUT_NAMES = [...PARAMETER_NAMES, 'image', 'lastImage', 'references', 'reference'] as const;
export type InputName = (typeof INPUT_NAMES)[number];

const fields = z.partialRecord(z.enum(INPUT_NAMES), mapping);
const fixed = z.record(z.string(), scalar);
const vendorModel = z.string().min(1).max(200).regex(/^\S+$/, 'The id of a model has no spaces');
/** By resolution or quality, or `all`. */
const rates = z.record(z.string(), z.number().positive().max(ENTRY_LIMITS.cost));
const routeCost = z.strictObject({
  currency,
  perSecond: rates.optional(),
  perImage: rates.optional(),
  perRun: rates.optional(),
});
/** What the vendor charges, in units of the currency. */
export type RouteCost = z.infer<typeof routeCost>;

/** A way to make what an entry offers: a provider, its models, and how its input is filled. */
export const modelRoute = z.strictObject({
  provider: z.string().min(1, 'Choose a provider').max(ENTRY_LIMITS.characters, TOO_LONG),
  model: z.strictObject({
    text: vendorModel.optional(),
    image: vendorModel.optional(),
    references: vendorModel
      .optional()
      .describe('For reference images without a first one, if the vendor has another model for them than for an image'),
  }),
  fields,
  fixed: fixed.default({}).describe('Sent with every task unchanged'),
  workflow: workflow
    .optional()
    .describe('For ComfyUI: the fields are inputs of its nodes, and the rest is sent as it is'),
  waitSeconds: z
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('Jobs that have waited longer may take the next route. Without it, they wait while this one takes jobs'),
  cost: routeCost.optional().describe('What the vendor charges, from which margins follow'),
  limits: z.strictObject({
    runSeconds: z.int().min(1).max(86_400),
    perSecond: z.int().min(0).max(3_600).default(0).describe('More for each second of a video'),
  }),
});
export type ModelRoute = z.infer<typeof modelRoute>;

/** The part of a route that one task needs: the vendor's model for its start, and the fields that this start sends. */
export const taskRoute = z.object({ model: z.string(), fields, fixed, workflow: workflow.optional() });
export type TaskRoute = z.infer<typeof taskRoute>;
