import { INVALID_SAFETY_WORD, SAFETY_LIMITS, SAFETY_VERDICTS } from '@luit/contracts/generation/limits';
import { safetyWord, type SafetyVerdict } from '@luit/contracts/generation/safety';
import { ChoiceField, IntegerField, ListField, ReasonField } from '../../http/fields';

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
