import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { Select } from '@luit/ui/select';
import type { BillingProfile } from '@luit/contracts/auth/users';
import { GST_STATES } from '@luit/contracts/billing/gst-states';
import { isGstin } from '@luit/contracts/billing/gstin';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { changeBillingProfile } from '../api/account';
import { accountCopy } from '../copy';

const STATES = Object.entries(GST_STATES).sort(([, a], [, b]) => a.localeCompare(b));

const normalizeGstin = (text: string): string => text.trim().toUpperCase();

function validateGstin(text: string, { state }: { state: string }): string | true {
  const gstin = normalizeGstin(text);
  if (gstin === '') return true;
  if (!isGstin(gstin)) return accountCopy.billingGstinInvalid;
  return gstin.startsWith(state) || accountCopy.billingGstinElsewhere;
}

interface BillingFormProps {
  profile: BillingProfile | null;
  onClose: () => void;
}

export function BillingForm({ profile, onClose }: BillingFormProps) {
  const { api, session } = useServices();
  const form = useForm({
    defaultValues: { name: profile?.name ?? '', state: profile?.state ?? '', gstin: profile?.gstin ?? '' },
  });
  const { errors, isSubmitting } = form.formState;

  const save = async (change: BillingProfile | null) => {
    try {
      session.updateUser(await changeBillingProfile(api, change));
      onClose();
    } catch (cause) {
      form.setError('root', { message: messageOf(cause, accountCopy.billingFailed) });
    }
  };
  const submit = form.handleSubmit(({ name, state, gstin }) =>
    save({ name: name.trim(), state, ...(gstin.trim() && { gstin: normalizeGstin(gstin) }) }),
  );

  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        label={accountCopy.billingName}
        autoComplete="organization"
        autoFocus
        maxLength={200}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || accountCopy.nameRequired })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={accountCopy.billingState}
          autoComplete="address-level1"
          error={errors.state?.message}
          {...form.register('state', { required: accountCopy.billingStateRequired, deps: 'gstin' })}
        >
          <option value="">{accountCopy.billingStateChoose}</option>
          {STATES.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Input
          label={accountCopy.billingGstinLabel}
          hint={accountCopy.billingGstinHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          error={errors.gstin?.message}
          {...form.register('gstin', { validate: validateGstin })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isSubmitting}>
          {accountCopy.save}
        </Button>
        <Button tone="ghost" size="sm" onClick={onClose}>
          {accountCopy.cancel}
        </Button>
        {profile && (
          <Button
            tone="ghost"
            size="sm"
            className="ml-auto text-danger"
            disabled={isSubmitting}
            onClick={() => save(null)}
          >
            {accountCopy.billingRemove}
          </Button>
        )}
      </div>
    </form>
  );
}
