import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import type { Session } from '@luit/contracts/auth/sessions';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { setPassword } from '../api/password-reset';
import { isLongEnough } from '../form-rules';
import { KeptAccess } from './kept-access';
import { PasswordStrength } from './password-strength';

interface NewPasswordFormProps {
  /** The account's email address, for password managers. */
  email: string;
  /** From a password reset link; null if a signed-in user changes their password. */
  resetSession: Session | null;
  onUpdated: () => void;
  /** Called if the reset session expired before it was used. */
  onResetExpired: () => void;
}

export function NewPasswordForm({ email, resetSession, onUpdated, onResetExpired }: NewPasswordFormProps) {
  const { api } = useServices();
  const form = useForm({ defaultValues: { currentPassword: '', password: '', repeat: '' } });
  const { errors, isSubmitting } = form.formState;
  const [keep, setKeep] = useState<string[]>([]);
  const newPassword = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await setPassword(api, password, resetSession ? { resetSession, keep } : { currentPassword });
      onUpdated();
    } catch (cause) {
      if (resetSession && cause instanceof ApiError && cause.status === 401) return onResetExpired();
      if (cause instanceof ApiError && cause.code === 'invalid_credentials') {
        return form.setError(
          'currentPassword',
          { message: t`Your current password is incorrect` },
          { shouldFocus: true },
        );
      }
      form.setError('root', { message: messageOf(cause, t`We couldn’t update your password. Please try again.`) });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      {!resetSession && (
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: t`Current password is required` })}
        />
      )}
      <PasswordInput
        label={t`New password`}
        autoComplete="new-password"
        hint={<PasswordStrength password={newPassword} email={email} />}
        error={errors.password?.message}
        {...form.register('password', {
          required: t`Password is required`,
          validate: (password) =>
            isLongEnough(password) ||
            t`Password must be at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters long`,
          deps: 'repeat',
        })}
      />
      <PasswordInput
        label={t`Confirm new password`}
        autoComplete="new-password"
        error={errors.repeat?.message}
        {...form.register('repeat', {
          required: t`Please confirm your password`,
          validate: (repeat, { password }) => repeat === password || t`Passwords do not match`,
        })}
      />
      {resetSession && <KeptAccess resetSession={resetSession} kept={keep} onChange={setKeep} />}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t`Update password`}
      </Button>
    </form>
  );
}
