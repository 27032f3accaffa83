import { CLASSIFIER_FAILURES, SAFETY_CATEGORIES, SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { useForm } from 'react-hook-form';
import { wholeNumberRules } from './number-rules';
import { REASON_RULES, SafetyForm } from './safety-form';
import { CATEGORY_LABELS } from './safety-texts';
import { useSaveSafety } from './use-save-safety';

const FAILURE_LABELS: Record<(typeof CLASSIFIER_FAILURES)[number], string> = {
  review: 'Make, and list for review',
  refuse: 'Refuse',
  unavailable: 'Turn away for the moment (503)',
};

const textsOf = (thresholds: Record<SafetyCategory, number>) =>
  Object.fromEntries(Object.entries(thresholds).map(([category, percent]) => [category, String(percent)])) as Record<
    SafetyCategory,
    string
  >;

/** The scores from which the classifier's findings count, and what happens if the classifier does not respond. */
export function ClassifierForm({ classifier }: { classifier: SafetySettings['classifier'] }) {
  const { register, handleSubmit, formState, resetField } = useForm({
    defaultValues: { onFailure: classifier.onFailure, ...textsOf(classifier.thresholds), reason: '' },
  });
  const { errors } = formState;
  const save = useSaveSafety('classifier', () => resetField('reason'));
  const submit = handleSubmit(({ onFailure, reason, ...percents }) =>
    save.mutate({
      onFailure,
      ...Object.fromEntries(SAFETY_CATEGORIES.map((category) => [category, Number(percents[category])])),
      reason,
    }),
  );
  return (
    <SafetyForm
      title="Classifier"
      description="Used only if SAFETY_CLASSIFIER_URL or HASH_MATCH_URL is set. A score of at least this many percent gets the verdict of its category."
      save={save}
      onSubmit={submit}
      reason={register('reason', REASON_RULES)}
      reasonError={errors.reason?.message}
    >
      <Select label="Requests that the classifier did not answer" {...register('onFailure')}>
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
            error={errors[category]?.message}
            {...register(category, wholeNumberRules(SAFETY_LIMITS.threshold))}
          />
        ))}
      </div>
    </SafetyForm>
  );
}
