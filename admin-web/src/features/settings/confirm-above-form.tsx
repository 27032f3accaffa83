import { MAX_RUPEES } from '@luit/contracts/billing/limits';
import { toPaise } from '@luit/contracts/billing/money';
import type { BillingSettings } from '@luit/contracts/billing/settings';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { SettingsForm, useSaveSettings } from './settings-form';

type Limits = BillingSettings['confirmAbove'];

const RUPEES = {
  validate: (text: string) => toPaise(text) <= MAX_RUPEES * 100 || 'Enter an amount with at most two decimals',
};
const WHOLE = { validate: (text: string) => /^\d{1,9}$/.test(text) || 'Enter a whole number, 0 or more' };

/** Above these amounts an operator types the amount of a refund or a change of credits to confirm it. */
export function ConfirmAboveForm({ limits }: { limits: Limits }) {
  const save = useSaveSettings();
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { rupees: String(limits.refundPaise / 100), credits: String(limits.credits) },
  });
  const { errors } = formState;
  return (
    <SettingsForm
      title="Large amounts"
      description="Above these limits, operators must type the amount again to confirm it."
      save={save}
      onSubmit={handleSubmit(({ rupees, credits }) =>
        save.mutate({ confirmAbove: { refundPaise: toPaise(rupees), credits: Number(credits) } }),
      )}
    >
      <Input
        label="Refunds above (₹)"
        inputMode="decimal"
        error={errors.rupees?.message}
        {...register('rupees', RUPEES)}
      />
      <Input
        label="Changes of credits above"
        inputMode="numeric"
        error={errors.credits?.message}
        {...register('credits', WHOLE)}
      />
    </SettingsForm>
  );
}
