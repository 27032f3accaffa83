import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices, useSession } from '../../../lib/services';
import { endAllAccess } from '../../../shared/sign-in/access';

/** Sets a new password and ends all access except that of this page. */
export function EndAllAccessForm() {
  const { api } = useServices();
  const { user } = useSession();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { currentPassword: '', password: '' } });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async (passwords) => {
    try {
      await endAllAccess(api, passwords);
      await client.invalidateQueries({ queryKey: ['account'] });
    } catch (cause) {
      const isWrong = cause instanceof ApiError && cause.code === 'invalid_credentials';
      if (isWrong)
        form.setError('currentPassword', { message: t`This password is not correct` }, { shouldFocus: true });
      else form.setError('root', { message: messageOf(cause, t`We couldn’t set your new password`) });
    }
  });

  if (isSubmitSuccessful && !errors.root && !errors.currentPassword) {
    return (
      <Alert tone="success" className="mt-4">
        {t`Your password was changed, and everything except this device has lost its access.`}
      </Alert>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid max-w-xl grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-muted">
        {t`All other devices are signed out. All API keys, webhook endpoints and share links end. Your videos, photos and credits stay.`}
      </p>
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
      <input hidden readOnly type="email" autoComplete="username" value={user?.email ?? ''} />
      <PasswordInput
        label={t`Current password`}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword', { required: t`Current password is required` })}
      />
      <PasswordInput
        label={t`New password`}
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password', { required: t`Password is required` })}
      />
      <div>
        <Button type="submit" tone="danger" busy={isSubmitting} className="whitespace-normal!">
          {t`End everything and set password`}
        </Button>
      </div>
    </form>
  );
}
