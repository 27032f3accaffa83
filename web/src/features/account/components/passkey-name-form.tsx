import { t } from '@lingui/core/macro';
import { MAX_NAME_CHARACTERS } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { passkeyMessage } from '../../../shared/sign-in/passkeys';

interface PasskeyNameFormProps {
  initialName: string;
  submitLabel: string;
  onSubmit: (name: string) => Promise<void>;
  onCancel: () => void;
}

export function PasskeyNameForm({ initialName, submitLabel, onSubmit, onCancel }: PasskeyNameFormProps) {
  const form = useForm({ defaultValues: { name: initialName } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await onSubmit(name.trim());
    } catch (cause) {
      form.setError('root', { message: passkeyMessage(cause) });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <Input
        label={t`Name of the passkey`}
        hint={t`For example, the device that stores it.`}
        autoComplete="off"
        autoFocus
        maxLength={MAX_NAME_CHARACTERS}
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={isSubmitting}>
          {submitLabel}
        </Button>
        <Button tone="ghost" size="sm" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
