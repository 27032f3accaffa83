import { INPUT_LIMITS, REASON_REQUIRED } from '@luit/contracts/auth/limits';
import { SIGNUP_GRANT_LIMITS } from '@luit/contracts/billing/limits';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { givesMoreAtSignup } from '@luit/contracts/billing/value-changes';
import { Input } from '@luit/ui/input';
import { useForm, useWatch } from 'react-hook-form';
import { isReason } from '../../components/reason-field';
import { SecondOperatorNotice, useHasApprovals } from '../approvals/second-operator';
import { SettingsForm, useSaveSettings } from './settings-form';

type Grant = BillingSettings['signupGrant'];

const grantOf = (credits: string, days: string): Grant => ({
  credits: Number(credits),
  expiresInDays: days === '' ? null : Number(days),
});

export function SignupGrantForm({ grant }: { grant: Grant }) {
  const save = useSaveSettings();
  const { register, handleSubmit, formState, control } = useForm({
    defaultValues: {
      credits: String(grant.credits),
      days: grant.expiresInDays === null ? '' : String(grant.expiresInDays),
      reason: '',
    },
  });
  const { errors } = formState;
  const [credits, days] = useWatch({ control, name: ['credits', 'days'] });
  const isWaiting = useHasApprovals() && givesMoreAtSignup(grant, grantOf(credits, days));
  return (
    <SettingsForm
      title="Welcome credits"
      description="Granted once to each account when its email address is confirmed."
      save={save}
      onSubmit={handleSubmit(({ credits, days, reason }) =>
        save.mutate({ signupGrant: grantOf(credits, days), reason: reason.trim() || undefined }),
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
      {isWaiting && (
        <div className="grid gap-4 sm:col-span-2">
          <SecondOperatorNotice why="New accounts would get more" />
          <Input
            label="Reason for the second operator"
            maxLength={INPUT_LIMITS.reason}
            error={errors.reason?.message}
            {...register('reason', { validate: (text) => !isWaiting || isReason(text) || REASON_REQUIRED })}
          />
        </div>
      )}
    </SettingsForm>
  );
}
