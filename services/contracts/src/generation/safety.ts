import { z } from 'zod';
import { reasonBody } from '../auth/audit-log';
import { idPageQuery } from '../messages/query-fields';
import { empty, id, optional, page, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
  APPEAL_REQUIRED,
  APPEAL_TOO_LONG,
  CLASSIFIER_FAILURES,
  FINDING_STATES,
  INVALID_SAFETY_WORD,
  MINORS_REFUSED,
  SAFETY_CATEGORIES,
  SAFETY_LIMITS,
  SAFETY_VERDICTS,
} from './limits';

export const safetyCategory = z.enum(SAFETY_CATEGORIES);
export type SafetyCategory = z.infer<typeof safetyCategory>;
export type SafetyVerdict = (typeof SAFETY_VERDICTS)[number];

export const safetyWord = z
  .string(INVALID_SAFETY_WORD)
  .trim()
  .max(SAFETY_LIMITS.word, INVALID_SAFETY_WORD)
  .refine(
    (word) =>
      (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2 && (word.match(/\*/g) ?? []).length <= SAFETY_LIMITS.wildcards,
    INVALID_SAFETY_WORD,
  );

function within(name: string, { min, max }: { min: number; max: number }) {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

/** After so many refused prompts within so many minutes, an account is paused: first for `pauseMinutes`, then twice as long each time. */
const safetyThrottle = z.object({
  refusals: within('Refused prompts', SAFETY_LIMITS.refusals).describe('Refused prompts that pause an account'),
  windowMinutes: within('Minutes', SAFETY_LIMITS.windowMinutes).describe('The minutes in which they count'),
  pauseMinutes: within('Minutes', SAFETY_LIMITS.pauseMinutes).describe(
    'The first pause, in minutes; each further one within a day is twice as long',
  ),
});

const categorySettings = z.object({ verdict: z.enum(SAFETY_VERDICTS), words: z.array(z.string()) });

const threshold = within('A threshold', SAFETY_LIMITS.threshold).describe(
  'Percent; a score of at least this gets the verdict of the category',
);
/** By category. */
const thresholds = z.object({
  minors: threshold,
  intimate_imagery: threshold,
  violence: threshold,
  self_harm: threshold,
  impersonation: threshold,
  other: threshold,
} satisfies Record<SafetyCategory, z.ZodType>);

/** What happens to requests if the classifier does not respond: they are made and reviewed, refused, or rejected temporarily (503). */
const onFailure = z.enum(CLASSIFIER_FAILURES, 'The choice must be review, refuse or unavailable');

export const safetySettings = z.object({
  categories: z.object({
    minors: categorySettings,
    intimate_imagery: categorySettings,
    violence: categorySettings,
    self_harm: categorySettings,
    impersonation: categorySettings,
    other: categorySettings,
  } satisfies Record<SafetyCategory, z.ZodType>),
  throttle: safetyThrottle,
  /** Used if there is a classifier. */
  classifier: z.object({ onFailure, thresholds }),
});
/** Which prompts are refused or reviewed before credits are held. */
export type SafetySettings = z.infer<typeof safetySettings>;
/** `changedAt` is null while they are the defaults. A change names the one that it is based on. */
export const storedSafetySettings = safetySettings.extend({ changedAt: timestamp.nullable() });
export type StoredSafetySettings = z.infer<typeof storedSafetySettings>;

export const DEFAULT_SAFETY_SETTINGS: SafetySettings = {
  categories: {
    minors: { verdict: 'refuse', words: [] },
    intimate_imagery: { verdict: 'refuse', words: [] },
    violence: { verdict: 'refuse', words: [] },
    self_harm: { verdict: 'refuse', words: [] },
    impersonation: { verdict: 'refuse', words: [] },
    other: { verdict: 'refuse', words: [] },
  },
  throttle: { refusals: 5, windowMinutes: 10, pauseMinutes: 10 },
  classifier: {
    onFailure: 'review',
    thresholds: { minors: 50, intimate_imagery: 80, violence: 80, self_harm: 80, impersonation: 90, other: 90 },
  },
};

const safetyFinding = z.object({
  id,
  userId: id,
  /** Null for a refused prompt. */
  requestId: id.nullable(),
  /** Ordered without an account: no user has this `userId`. The previous release does not send it. */
  isGuest: z.boolean().default(false),
  apiKeyId: id.nullable(),
  verdict: z.enum(['review', 'refuse']),
  category: safetyCategory,
  /** The entries of the word lists that matched, or the finding of the classifier. */
  phrases: z.array(z.string()),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  createdAt: timestamp,
  /** True if it is about an output, which operators can open for a while. */
  hasOutput: z.boolean(),
  /** The appeal text of the owner of a refused prompt. */
  appeal: z.object({ text: z.string(), at: timestamp }).nullable(),
  state: z.enum(FINDING_STATES),
  decision: z.object({ adminId: id, reason: z.string(), at: timestamp }).nullable(),
});
/** A prompt that was refused, or accepted and is to be reviewed, as operators see it. */
export type SafetyFinding = z.infer<typeof safetyFinding>;
export type FindingState = (typeof FINDING_STATES)[number];

export const safetyFindingPage = page(safetyFinding);

const categoryChange = z.object({
  verdict: z.enum(SAFETY_VERDICTS, 'The verdict must be off, review or refuse'),
  words: z
    .array(safetyWord, INVALID_SAFETY_WORD)
    .max(SAFETY_LIMITS.words, INVALID_SAFETY_WORD)
    .describe('Words and phrases in addition to the shipped ones; `*` stands for letters of a word'),
});
/** Parts that are absent stay as they are. */
export const safetyBody = reasonBody.extend({
  categories: optional(
    z
      .object({
        minors: categoryChange.refine(({ verdict }) => verdict === 'refuse', MINORS_REFUSED),
        intimate_imagery: categoryChange,
        violence: categoryChange,
        self_harm: categoryChange,
        impersonation: categoryChange,
        other: categoryChange,
      } satisfies Record<SafetyCategory, z.ZodType>)
      .partial(),
  ),
  throttle: optional(safetyThrottle),
  classifier: optional(z.object({ onFailure, thresholds })),
  basedOn: timeInput.nullable().describe('`changedAt` of the settings that the change is based on'),
});
export type SafetyBody = z.infer<typeof safetyBody>;
export const findingsQuery = idPageQuery.extend({
  state: optional(z.enum(FINDING_STATES)).describe('`open`: no operator has decided'),
  category: optional(safetyCategory),
  verdict: optional(z.enum(['review', 'refuse'])),
  user: optional(z.uuid('Enter a valid account ID')).describe('Of the account'),
});
export type FindingsQuery = z.infer<typeof findingsQuery>;
export const findingDecisionBody = reasonBody.extend({
  decision: z.enum(['confirmed', 'lifted'], 'The decision must be confirmed or lifted'),
});
export type FindingDecisionBody = z.infer<typeof findingDecisionBody>;
export const appealBody = z.object({
  text: z
    .string(APPEAL_REQUIRED)
    .trim()
    .min(1, APPEAL_REQUIRED)
    .max(SAFETY_LIMITS.appeal, APPEAL_TOO_LONG)
    .describe('Why the refusal is a mistake'),
});
export type AppealBody = z.infer<typeof appealBody>;

/** Owners' appeals against the refusals of their prompts. */
export const refusalCalls = {
  /**
   * Appeals a refusal once; the same text again changes nothing. Anyone who knows the id of a guest's refusal may appeal within
   * `GUEST_APPEAL_HOURS`. `not_found` for the refusal of another account; `conflict` after an appeal with another text, or once an operator
   * has decided.
   */
  appealRefusal: call('generation.appealRefusal', {
    input: appealBody.extend({ userId: id.nullable(), id }),
    output: empty,
  }),
};

/** Calls that workers make about outputs if there is a classifier. */
export const outputSafetyCalls = {
  /**
   * Decides whether the owner of a request may see its output. A refused output must be stored under `sealedKey` and nowhere else.
   * Idempotent. `scores` are null if the classifier did not answer; then the call may fail with `unavailable`, and the worker retries
   * later.
   */
  judgeOutput: call('generation.judgeOutput', {
    input: z.object({
      requestId: id,
      scores: z.record(z.string(), z.number()).nullable(),
      /** Names of the banks of known material that contain a frame of the output. */
      banks: optional(z.array(z.string())),
      outputKey: z.string(),
      sealedKey: z.string(),
    }),
    /** Why the output is refused, for operators; null if it is not. */
    output: z.object({ refusal: z.string().nullable() }),
  }),
};

export const safetyCalls = {
  getSafetySettings: call('generation.getSafetySettings', {
    isForOperators: true,
    input: empty,
    output: storedSafetySettings,
  }),
  /**
   * Changes the given parts. Applies at once on the replica that answers, and within five seconds on the others. Recorded in the audit log.
   * `conflict` with the stored settings in its details if they have changed since; `validation_failed` for `minors` with another verdict
   * than `refuse`.
   */
  changeSafetySettings: call('generation.changeSafetySettings', {
    input: safetyBody.extend({ adminId: id }),
    output: storedSafetySettings,
  }),
  /** Undecided appeals first, then newest first. */
  listSafetyFindings: call('generation.listSafetyFindings', {
    isForOperators: true,
    input: findingsQuery.omit({ user: true }).extend({ userId: findingsQuery.shape.user }),
    output: safetyFindingPage,
  }),
  /**
   * `lifted` lets the account use exactly this text from now on, and ends its pause. For a guest's refusal, it lets every guest order
   * exactly this text for `GUEST_ALLOWED_DAYS`. Recorded in the audit log. `not_found`; `conflict` if it was decided before.
   */
  decideSafetyFinding: call('generation.decideSafetyFinding', {
    input: findingDecisionBody.extend({ adminId: id, id }),
    output: empty,
  }),
  /** Names the file of a finding about an output. The look is recorded in the audit log. `not_found` */
  openFindingOutput: call('generation.openFindingOutput', {
    input: reasonBody.extend({ adminId: id, id }),
    output: z.object({ key: z.string() }),
  }),
};
