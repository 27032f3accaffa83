import { z } from 'zod';
import { LANGUAGES } from '../../auth/languages';
import { checkEntry } from './entry-checks';
import { modelParameters } from './model-parameters';
import { modelRoute } from './model-routes';
import { ENTRY_LIMITS } from './vocabulary';

const TOO_LONG = `At most ${ENTRY_LIMITS.characters} characters`;
const rate = z
  .int('A price is a whole number of thousandths of a credit')
  .min(1, 'A price is more than 0')
  .max(ENTRY_LIMITS.rate);
/** By resolution or quality, or `all`. */
const rates = z.record(z.string(), rate);
const MISSING = 'This is missing';
const name = z.string().trim().min(1, MISSING).max(ENTRY_LIMITS.characters, TOO_LONG);
const modelId = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$/, 'An id consists of letters and digits, with single hyphens or points');

/** In thousandths of credits. One of the three bases is given. */
export const modelPrice = z.strictObject({
  perSecond: rates.optional(),
  perImage: rates.optional(),
  perRun: rates.optional(),
  sound: z
    .int()
    .min(1_000)
    .max(ENTRY_LIMITS.factor)
    .optional()
    .describe('Factor of a video with sound, in thousandths'),
});
export type ModelPrice = z.infer<typeof modelPrice>;

export const MODEL_STATES = ['draft', 'live', 'deprecated', 'retired'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

const shape = z.strictObject({
  id: modelId,
  name,
  description: z.record(z.enum(LANGUAGES), z.string().trim().min(1, MISSING).max(300)),
  /** `colorization` is the first step of a restoration. It is not sold alone, so it has no price. */
  output: z.enum(['video', 'image', 'restoration', 'colorization']),
  starts: z.strictObject({
    text: z.boolean().default(false),
    image: z
      .strictObject({
        lastFrame: z.boolean().default(false),
        references: z.int().min(0).max(ENTRY_LIMITS.references).default(0),
      })
      .optional(),
  }),
  parameters: modelParameters,
  price: modelPrice.optional(),
  routes: z.array(modelRoute).min(1, 'A model needs a route'),
  state: z.enum(MODEL_STATES),
  endsAt: z.iso.date().optional().describe('The last day of a deprecated model, in Asia/Kolkata'),
  replacement: modelId.optional().describe('What to use instead of a deprecated or retired model'),
});
export type ModelEntry = z.infer<typeof shape>;

/** What Luit sells, or a step of it. Everything that depends on a model follows from its entry. */
export const modelEntry = shape.superRefine(checkEntry);

/** A fault of an entry. The path names the field, for example `routes.0.fields.duration`. */
export interface EntryProblem {
  path: string;
  message: string;
}

/** All faults of an entry; none if it can be published. */
export function problemsOf(entry: unknown): EntryProblem[] {
  const { error } = modelEntry.safeParse(entry);
  return (error?.issues ?? []).flatMap((issue) => toProblems(issue, []));
}

/** Explains the alternative of a field that the value comes closest to. */
function toProblems(issue: z.core.$ZodIssue, parent: PropertyKey[]): EntryProblem[] {
  const path = [...parent, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown field' }));
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map((each) => each.path.length));
    const closest = issue.errors.reduce((best, each) => (depth(each) > depth(best) ? each : best));
    return closest.flatMap((each) => toProblems(each, path));
  }
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return [{ path: path.join('.'), message: isMissing ? MISSING : issue.message }];
}
