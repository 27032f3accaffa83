import {
  CLASSIFIER_FAILURES,
  FINDING_STATES,
  INVALID_SAFETY_WORD,
  SAFETY_CATEGORIES,
  SAFETY_LIMITS,
  SAFETY_VERDICTS,
} from '@luit/contracts/generation/limits';
import {
  type FindingState,
  type SafetyCategory,
  safetyWord,
  type SafetyVerdict,
} from '@luit/contracts/generation/safety';
import { ChoiceField, IdField, IntegerField, ListField, ReasonField } from '../../http/fields';
import { IdPageQuery } from '../../http/page-query';

const FINDING_VERDICTS = ['review', 'refuse'] as const;
const FINDING_DECISIONS = ['confirmed', 'lifted'] as const;

const WHOLE = (name: string, { min, max }: { min: number; max: number }) => ({
  message: `${name} must be a whole number from ${min} to ${max}`,
  min,
  max,
});

export class SafetyCategoryDto {
  @ChoiceField(SAFETY_VERDICTS, { message: 'The verdict must be off, review or refuse' })
  verdict!: SafetyVerdict;

  @ListField({
    item: safetyWord,
    maxItems: SAFETY_LIMITS.words,
    message: INVALID_SAFETY_WORD,
    isOptional: true,
    description: 'Words and phrases in addition to the shipped ones; `*` stands for letters of a word',
  })
  words?: string[];

  @ReasonField()
  reason!: string;
}

export class FindingsQuery extends IdPageQuery {
  @ChoiceField(FINDING_STATES, { isOptional: true, description: '`open`: no operator has decided' })
  state?: FindingState;

  @ChoiceField(SAFETY_CATEGORIES, { isOptional: true })
  category?: SafetyCategory;

  @ChoiceField(FINDING_VERDICTS, { isOptional: true })
  verdict?: (typeof FINDING_VERDICTS)[number];

  @IdField({ isOptional: true, message: 'Enter a valid account ID', description: 'Of the account' })
  user?: string;
}

export class FindingDecisionDto {
  @ChoiceField(FINDING_DECISIONS, { message: 'The decision must be confirmed or lifted' })
  decision!: (typeof FINDING_DECISIONS)[number];

  @ReasonField()
  reason!: string;
}

export class SafetyThrottleDto {
  @IntegerField({
    ...WHOLE('Refused prompts', SAFETY_LIMITS.refusals),
    description: 'Refused prompts that pause an account',
  })
  refusals!: number;

  @IntegerField({ ...WHOLE('Minutes', SAFETY_LIMITS.windowMinutes), description: 'The minutes in which they count' })
  windowMinutes!: number;

  @IntegerField({
    ...WHOLE('Minutes', SAFETY_LIMITS.pauseMinutes),
    description: 'The first pause, in minutes; each further one within a day is twice as long',
  })
  pauseMinutes!: number;

  @ReasonField()
  reason!: string;
}

const PERCENT = {
  ...WHOLE('A threshold', SAFETY_LIMITS.threshold),
  description: 'Percent; a score of at least this gets the verdict of the category',
};

export class SafetyClassifierDto {
  @ChoiceField(CLASSIFIER_FAILURES, { message: 'The choice must be review, refuse or unavailable' })
  onFailure!: (typeof CLASSIFIER_FAILURES)[number];

  @IntegerField(PERCENT)
  minors!: number;

  @IntegerField(PERCENT)
  intimate_imagery!: number;

  @IntegerField(PERCENT)
  violence!: number;

  @IntegerField(PERCENT)
  self_harm!: number;

  @IntegerField(PERCENT)
  impersonation!: number;

  @IntegerField(PERCENT)
  other!: number;

  @ReasonField()
  reason!: string;
}

export class OpenOutputDto {
  @ReasonField()
  reason!: string;
}
