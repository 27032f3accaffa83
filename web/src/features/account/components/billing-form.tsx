import { t } from '@lingui/core/macro';
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

const STATES = Object.entries(GST_STATES).sort(([, a], [, b]) => a.localeCompare(b));

const normalizeGstin = (text: string): string => text.trim().toUpperCase();

function validateGstin(text: string, { state }: { state: string }): string | true {
  const gstin = normalizeGstin(text);
  if (gstin === '') return true;
  if (!isGstin(gstin)) return t`Please enter a valid GSTIN`;
  return gstin.startsWith(state) || t`This GSTIN belongs to a different state`;
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
      form.setError('root', { message: messageOf(cause, t`We couldn’t save your billing details. Please try again.`) });
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
        label={t`Name or business`}
        autoComplete="organization"
        autoFocus
        maxLength={200}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={t`State or union territory`}
          autoComplete="address-level1"
          error={errors.state?.message}
          {...form.register('state', { required: t`Please choose a state`, deps: 'gstin' })}
        >
          <option value="">{t`Choose a state`}</option>
          {STATES.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Input
          label={t`GSTIN (optional)`}
          hint={t`15 characters, as shown on your registration certificate.`}
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
          {t`Save`}
        </Button>
        <Button tone="ghost" size="sm" onClick={onClose}>
          {t`Cancel`}
        </Button>
        {profile && (
          <Button
            tone="ghost"
            size="sm"
            className="ml-auto text-danger"
            disabled={isSubmitting}
            onClick={() => save(null)}
          >
            {t`Remove`}
          </Button>
        )}
      </div>
    </form>
  );
}
