import { SAFETY_LIMITS } from '@luit/contracts/generation/limits';
import type { SafetySettings } from '@luit/contracts/generation/safety';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { wholeNumberRules } from './number-rules';
import { REASON_RULES, SafetyForm } from './safety-form';
import { useSaveSafety } from './use-save-safety';

const FIELDS = {
  refusals: 'Refused prompts',
  windowMinutes: 'Within minutes',
  pauseMinutes: 'First pause, minutes',
} as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** When repeated refusals pause an account. */
export function ThrottleForm({ throttle }: { throttle: SafetySettings['throttle'] }) {
  const { register, handleSubmit, formState, resetField } = useForm({
    defaultValues: {
      refusals: String(throttle.refusals),
      windowMinutes: String(throttle.windowMinutes),
      pauseMinutes: String(throttle.pauseMinutes),
      reason: '',
    },
  });
  const { errors } = formState;
  const save = useSaveSafety('throttle', () => resetField('reason'));
  const submit = handleSubmit(({ reason, ...numbers }) =>
    save.mutate({ ...Object.fromEntries(NAMES.map((name) => [name, Number(numbers[name])])), reason }),
  );
  return (
    <SafetyForm
      title="Repeated refusals"
      description="An account with this many refused prompts can create nothing new for a while. Each further pause within a day is twice as long, up to a day."
      save={save}
      onSubmit={submit}
      reason={register('reason', REASON_RULES)}
      reasonError={errors.reason?.message}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        {NAMES.map((name) => (
          <Input
            key={name}
            label={FIELDS[name]}
            inputMode="numeric"
            error={errors[name]?.message}
            {...register(name, wholeNumberRules(SAFETY_LIMITS[name]))}
          />
        ))}
      </div>
    </SafetyForm>
  );
}
