import { SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { useForm } from 'react-hook-form';
import { REASON_RULES, SafetyForm } from './safety-form';
import { CATEGORY_LABELS, VERDICT_LABELS, wordsIn } from './safety-texts';
import { useSaveSafety } from './use-save-safety';

interface CategoryFormProps {
  category: SafetyCategory;
  settings: SafetySettings['categories'][SafetyCategory];
}

/** The verdict and the operators' words of one category. */
export function CategoryForm({ category, settings }: CategoryFormProps) {
  const { title, description } = CATEGORY_LABELS[category];
  const { register, handleSubmit, formState, resetField } = useForm({
    defaultValues: { verdict: settings.verdict, words: settings.words.join('\n'), reason: '' },
  });
  const { errors } = formState;
  const save = useSaveSafety(`categories/${category}`, () => resetField('reason'));
  const submit = handleSubmit(({ verdict, words, reason }) => {
    const list = wordsIn(words);
    save.mutate({ verdict, words: list.length > 0 ? list : undefined, reason });
  });
  return (
    <SafetyForm
      title={title}
      description={description}
      save={save}
      onSubmit={submit}
      reason={register('reason', REASON_RULES)}
      reasonError={errors.reason?.message}
    >
      <Select label="Prompts of this category" disabled={category === 'minors'} {...register('verdict')}>
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
        error={errors.words?.message}
        {...register('words', {
          validate: (text) =>
            wordsIn(text).length <= SAFETY_LIMITS.words || `A category may have at most ${SAFETY_LIMITS.words} words`,
        })}
      />
    </SafetyForm>
  );
}
