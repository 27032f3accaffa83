import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { accessQuery } from '../../../shared/sign-in/access';
import { deleteAccount } from '../api/delete-account';

/**
 * Confirms the deletion with the password, or with a recent sign-in if the account has none. Success ends the session; a wrong password is
 * shown on its field.
 */
export function AccountDeletionForm({ onKeep }: { onKeep: () => void }) {
  const { api, session } = useServices();
  const { data: access } = useQuery(accessQuery(api));
  const hasPassword = access?.hasPassword ?? true;
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      session.end({ code: 'account_closed', message: await deleteAccount(api, hasPassword ? password : undefined) });
    } catch (cause) {
      const isWrongPassword = cause instanceof ApiError && cause.code === 'invalid_credentials';
      form.setError(isWrongPassword ? 'password' : 'root', {
        message: messageOf(cause, t`We couldn’t delete your account. Please try again.`),
      });
      if (hasPassword) form.setFocus('password');
    }
  });

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-5">
      <p className="text-sm text-muted">
        {t`Want to keep something?`}{' '}
        <Link to="/library" className="font-semibold text-info underline underline-offset-4">
          {t`Download it from your library first`}
        </Link>
      </p>
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      {hasPassword && (
        <PasswordInput
          label={t`Your password`}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: t`Password is required` })}
        />
      )}
      <div className="grid gap-3 sm:flex sm:justify-end">
        <Button tone="secondary" onClick={onKeep}>
          {t`Keep my account`}
        </Button>
        <Button type="submit" tone="danger" busy={isSubmitting}>
          {t`Delete my account`}
        </Button>
      </div>
    </form>
  );
}
