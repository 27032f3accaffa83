import { SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { SettingsForm, useSaveSettings } from './settings-form';

type Grant = BillingSettings['signupGrant'];

export function SignupGrantForm({ grant }: { grant: Grant }) {
  const save = useSaveSettings();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      credits: String(grant.credits),
      days: grant.expiresInDays === null ? '' : String(grant.expiresInDays),
    },
  });
  const { errors } = formState;
  return (
    <SettingsForm
      title="Welcome credits"
      description="Granted once to each account when its email address is confirmed."
      save={save}
      onSubmit={handleSubmit(({ credits, days }) =>
        save.mutate({ signupGrant: { credits: Number(credits), expiresInDays: days === '' ? null : Number(days) } }),
      )}
    >
      <Input
        label="Credits"
        type="number"
        min={0}
        hint="Enter 0 to grant none"
        error={errors.credits?.message}
        {...register('credits', {
          validate: (text) =>
            (/^\d+$/.test(text) && Number(text) <= SIGNUP_GRANT_LIMITS.credits) ||
            'Enter a whole number from 0 to 1,00,000',
        })}
      />
      <Input
        label="Expire after (days)"
        type="number"
        min={1}
        hint="Leave empty for no expiration"
        error={errors.days?.message}
        {...register('days', {
          validate: (text) =>
            text === '' ||
            (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= SIGNUP_GRANT_LIMITS.days) ||
            'Enter a whole number from 1 to 3,650',
        })}
      />
    </SettingsForm>
  );
}
