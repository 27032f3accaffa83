import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { cursor, empty, id, optional, page, pageSize, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
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
  .string()
  .trim()
  .max(SAFETY_LIMITS.word, INVALID_SAFETY_WORD)
  .refine(
    (word) =>
      (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2 && (word.match(/\*/g) ?? []).length <= SAFETY_LIMITS.wildcards,
    INVALID_SAFETY_WORD,
  );

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

/** After so many refused prompts within so many minutes, an account is paused: first for `pauseMinutes`, then twice as long each time. */
const safetyThrottle = z.object({
  refusals: within(SAFETY_LIMITS.refusals),
  windowMinutes: within(SAFETY_LIMITS.windowMinutes),
  pauseMinutes: within(SAFETY_LIMITS.pauseMinutes),
});

const categorySettings = z.object({ verdict: z.enum(SAFETY_VERDICTS), words: z.array(z.string()) });

const threshold = within(SAFETY_LIMITS.threshold);
/** Percent by category. A score of at least this gets the verdict of the category. */
const thresholds = z.object({
  minors: threshold,
  intimate_imagery: threshold,
  violence: threshold,
  self_harm: threshold,
  impersonation: threshold,
  other: threshold,
} satisfies Record<SafetyCategory, z.ZodType>);

/** Without an answer of the classifier, requests are made and reviewed, refused, or turned away for the moment. */
const onFailure = z.enum(CLASSIFIER_FAILURES);

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
  /** Ordered without an account: `userId` is nobody's. The release before does not send it. */
  isGuest: z.boolean().default(false),
  apiKeyId: id.nullable(),
  verdict: z.enum(['review', 'refuse']),
  category: safetyCategory,
  /** The entries of the word lists that matched, or what the classifier says. */
  phrases: z.array(z.string()),
  prompt: z.string(),
  negativePrompt: z.string().nullable(),
  createdAt: timestamp,
  /** Whether it is about an output, which operators can open for a while. */
  hasOutput: z.boolean(),
  /** What the owner of a refused prompt says against it. */
  appeal: z.object({ text: z.string(), at: timestamp }).nullable(),
  state: z.enum(FINDING_STATES),
  decision: z.object({ adminId: id, reason: z.string(), at: timestamp }).nullable(),
});
/** A prompt that was refused, or accepted and is to be reviewed, as operators see it. */
export type SafetyFinding = z.infer<typeof safetyFinding>;
export type FindingState = (typeof FINDING_STATES)[number];

export const safetyFindingPage = page(safetyFinding);

const changed = z.object({ adminId: id, reason: operatorReason });

/** What owners do about the refusals of their prompts. */
export const refusalCalls = {
  /**
   * Asks operators to look at a refusal, once; the same text again changes nothing. Whoever knows the id of a guest's refusal may do so
   * within `GUEST_APPEAL_HOURS`. `not_found` for the refusal of another account; `conflict` after an appeal with another text, or once an operator has decided.
   */
  appealRefusal: call('generation.appealRefusal', {
    input: z.object({ userId: id.nullable(), id, text: z.string().min(1).max(SAFETY_LIMITS.appeal) }),
    output: empty,
  }),
};

/** What workers ask about outputs if there is a classifier. */
export const outputSafetyCalls = {
  /**
   * Whether the owner of a request may see its output. A refused output must be stored under `sealedKey` and nowhere else. Idempotent.
   * `scores` are null without an answer of the classifier; then it may be `unavailable`, and is to be asked again later.
   */
  judgeOutput: call('generation.judgeOutput', {
    input: z.object({
      requestId: id,
      scores: z.record(z.string(), z.number()).nullable(),
      /** Banks of known material that have a frame of it. */
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
    output: safetySettings,
  }),
  /**
   * Replaces the verdict and the words of a category; without `words`, it has none of its own. Applies at once on the replica that
   * answers, and within five seconds on the others. Recorded in the audit log. `validation_failed` for `minors` with another verdict
   * than `refuse`.
   */
  changeSafetyCategory: call('generation.changeSafetyCategory', {
    input: changed
      .extend({
        category: safetyCategory,
        verdict: z.enum(SAFETY_VERDICTS),
        words: optional(z.array(safetyWord).min(1).max(SAFETY_LIMITS.words)),
      })
      .refine(({ category, verdict }) => category !== 'minors' || verdict === 'refuse', {
        message: MINORS_REFUSED,
        path: ['verdict'],
      }),
    output: safetySettings,
  }),
  /** Those with an appeal that nobody has decided about first, then newest first. */
  listSafetyFindings: call('generation.listSafetyFindings', {
    isForOperators: true,
    input: z.object({
      limit: pageSize.max(100),
      cursor,
      state: z.enum(FINDING_STATES).optional(),
      category: safetyCategory.optional(),
      verdict: z.enum(['review', 'refuse']).optional(),
      userId: id.optional(),
    }),
    output: safetyFindingPage,
  }),
  /**
   * `lifted` lets the account use exactly this text from now on, and ends its pause. Of a guest, it lets every guest order exactly this
   * text for `GUEST_ALLOWED_DAYS`. Recorded in the audit log. `not_found`; `conflict` if
   * it was decided before.
   */
  decideSafetyFinding: call('generation.decideSafetyFinding', {
    input: changed.extend({ id, decision: z.enum(['confirmed', 'lifted']) }),
    output: empty,
  }),
  /** Applies as a change of a category does, and is recorded in the same way. */
  changeSafetyThrottle: call('generation.changeSafetyThrottle', {
    input: changed.extend(safetyThrottle.shape),
    output: safetySettings,
  }),
  /** Applies as a change of a category does, and is recorded in the same way. */
  changeSafetyClassifier: call('generation.changeSafetyClassifier', {
    input: changed.extend({ onFailure, ...thresholds.shape }),
    output: safetySettings,
  }),
  /** Names the file of a finding about an output. The look is recorded in the audit log. `not_found` */
  openFindingOutput: call('generation.openFindingOutput', {
    input: changed.extend({ id }),
    output: z.object({ key: z.string() }),
  }),
};
