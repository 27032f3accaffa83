import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import type { Session } from '@luit/contracts/auth/sessions';
import { useForm, useWatch } from 'react-hook-form';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { setPassword } from '../api/password-reset';
import { authCopy, authMessages, isLongEnough } from '../copy';
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
  const newPassword = useWatch({ control: form.control, name: 'password' });

  const submit = form.handleSubmit(async ({ currentPassword, password }) => {
    try {
      await setPassword(api, password, resetSession ? { resetSession } : { currentPassword });
      onUpdated();
    } catch (cause) {
      if (resetSession && cause instanceof ApiError && cause.status === 401) return onResetExpired();
      if (cause instanceof ApiError && cause.code === 'invalid_credentials') {
        return form.setError('currentPassword', { message: authMessages.currentPasswordWrong }, { shouldFocus: true });
      }
      form.setError('root', { message: messageOf(cause, authMessages.updateFailed) });
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
          label={authCopy.currentPassword}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: authMessages.currentPasswordRequired })}
        />
      )}
      <PasswordInput
        label={authCopy.newPassword}
        autoComplete="new-password"
        hint={<PasswordStrength password={newPassword} />}
        error={errors.password?.message}
        {...form.register('password', {
          required: authMessages.passwordRequired,
          validate: (password) => isLongEnough(password) || authMessages.newPasswordShort,
          deps: 'repeat',
        })}
      />
      <PasswordInput
        label={authCopy.confirmNewPassword}
        autoComplete="new-password"
        error={errors.repeat?.message}
        {...form.register('repeat', {
          required: authMessages.repeatRequired,
          validate: (repeat, { password }) => repeat === password || authMessages.repeatDiffers,
        })}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {authCopy.updatePassword}
      </Button>
    </form>
  );
}
