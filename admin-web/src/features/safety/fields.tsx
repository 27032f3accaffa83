import { CLASSIFIER_FAILURES, SAFETY_CATEGORIES, SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import type { SafetyCategory } from '@luit/contracts/generation/safety';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Section } from '../../components/section';
import { wholeNumberRules } from '../../lib/number-rules';
import {
  CATEGORY_LABELS,
  CLASSIFIER_LABEL,
  FAILURE_LABELS,
  THROTTLE_LABELS,
  VERDICT_LABELS,
  wordsIn,
} from './safety-texts';
import type { SafetyValues } from './safety-values';

function Part({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div className="grid gap-4 p-4">
        <p className="text-sm text-muted">{description}</p>
        {children}
      </div>
    </Section>
  );
}

/** The verdict and the operators' words of one category. */
export function CategoryFields({ category }: { category: SafetyCategory }) {
  const { register, formState } = useFormContext<SafetyValues>();
  return (
    <Part {...CATEGORY_LABELS[category]}>
      <Select
        label="Prompts of this category"
        {...(category === 'minors' ? { value: 'refuse', disabled: true } : register(`categories.${category}.verdict`))}
      >
        {Object.entries(VERDICT_LABELS).map(([verdict, label]) => (
          <option key={verdict} value={verdict}>
            {label}
          </option>
        ))}
      </Select>
      <Textarea
        label="Your own words and phrases"
        hint="One per line, in any language. * stands for any letters within a word: vote* also finds votes and voters."
        rows={3}
        error={formState.errors.categories?.[category]?.words?.message}
        {...register(`categories.${category}.words`, {
          validate: (text) =>
            wordsIn(text).length <= SAFETY_LIMITS.words || `A category may have at most ${SAFETY_LIMITS.words} words`,
        })}
      />
    </Part>
  );
}

const THROTTLE_NAMES = Object.keys(THROTTLE_LABELS) as (keyof typeof THROTTLE_LABELS)[];

/** When repeated refusals pause an account. */
export function ThrottleFields() {
  const { register, formState } = useFormContext<SafetyValues>();
  return (
    <Part
      title="Repeated refusals"
      description="An account with this many refused prompts can create nothing new for a while. Each further pause within a day is twice as long, up to a day."
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {THROTTLE_NAMES.map((name) => (
          <Input
            key={name}
            label={THROTTLE_LABELS[name]}
            inputMode="numeric"
            error={formState.errors.throttle?.[name]?.message}
            {...register(`throttle.${name}`, wholeNumberRules(SAFETY_LIMITS[name]))}
          />
        ))}
      </div>
    </Part>
  );
}

/** The scores from which the classifier's findings count, and what happens if the classifier does not respond. */
export function ClassifierFields() {
  const { register, formState } = useFormContext<SafetyValues>();
  return (
    <Part
      title="Classifier"
      description="Used only if SAFETY_CLASSIFIER_URL or HASH_MATCH_URL is set. A score of at least this many percent gets the verdict of its category."
    >
      <Select label={CLASSIFIER_LABEL} {...register('onFailure')}>
        {CLASSIFIER_FAILURES.map((failure) => (
          <option key={failure} value={failure}>
            {FAILURE_LABELS[failure]}
          </option>
        ))}
      </Select>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        {SAFETY_CATEGORIES.map((category) => (
          <Input
            key={category}
            label={`${CATEGORY_LABELS[category].title}, percent`}
            inputMode="numeric"
            error={formState.errors.thresholds?.[category]?.message}
            {...register(`thresholds.${category}`, wholeNumberRules(SAFETY_LIMITS.threshold))}
          />
        ))}
      </div>
    </Part>
  );
}
