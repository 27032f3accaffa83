import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import type { SafetyCategory, SafetySettings } from '@luit/contracts/generation/safety';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import { Textarea } from '@luit/ui/textarea';
import { useForm } from 'react-hook-form';
import { isReason } from '../../components/reason-field';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { CATEGORY_LABELS, VERDICT_LABELS, wordsIn } from './safety-texts';
import { useSaveSafety } from './use-save-safety';

interface CategoryFormProps {
  category: SafetyCategory;
  settings: SafetySettings['categories'][SafetyCategory];
}

/** The verdict and the operators' words of one category. */
export function CategoryForm({ category, settings }: CategoryFormProps) {
  const { title, description } = CATEGORY_LABELS[category];
  const form = useForm({
    defaultValues: { verdict: settings.verdict, words: settings.words.join('\n'), reason: '' },
  });
  const { register, handleSubmit, formState, resetField } = form;
  const { errors } = formState;
  const save = useSaveSafety(`categories/${category}`, () => resetField('reason'));
  return (
    <Section title={title}>
      <form
        noValidate
        className="grid gap-4 p-4"
        onSubmit={handleSubmit(({ verdict, words, reason }) => {
          const list = wordsIn(words);
          save.mutate({ verdict, words: list.length > 0 ? list : undefined, reason });
        })}
      >
        <p className="text-sm text-muted">{description}</p>
        <Select label="Prompts of this category" disabled={category === 'minors'} {...register('verdict')}>
          {Object.entries(VERDICT_LABELS).map(([verdict, label]) => (
            <option key={verdict} value={verdict}>
              {label}
            </option>
          ))}
        </Select>
        <Textarea
          label="Your own words and phrases"
          hint="One per line, in any language. * stands for letters of a word: vote* also finds votes and voters."
          rows={3}
          error={errors.words?.message}
          {...register('words', {
            validate: (text) =>
              wordsIn(text).length <= SAFETY_LIMITS.words || `A category may have at most ${SAFETY_LIMITS.words} words`,
          })}
        />
        <Input
          label="Reason"
          hint="Required. Recorded in the audit log."
          maxLength={INPUT_LIMITS.reason}
          error={errors.reason?.message}
          {...register('reason', { validate: (text) => isReason(text) || REASON_REQUIRED })}
        />
        {save.isError && <Alert tone="danger">{errorMessage(save.error)}</Alert>}
        <div>
          <Button type="submit" size="sm" busy={save.isPending} aria-label={`Save ${title}`}>
            Save
          </Button>
        </div>
      </form>
    </Section>
  );
}
