import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { PasswordInput } from '@luit/ui/password-input';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api-error';
import { useServices, useSession } from '../../lib/services';
import { PasskeyButton } from '../sign-in/passkey-button';
import { confirmWithPasskey } from '../sign-in/passkeys';
import { ProviderButton } from '../sign-in/provider-button';
import { useSignInMethods } from '../sign-in/sign-in-methods';

export default function PasswordDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { api } = useServices();
  const { user } = useSession();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  const { provider, passkeys } = useSignInMethods();
  const here = window.location.pathname + window.location.search;
  const onError = (message: string) => form.setError('root', { message });
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await api.call('/api/auth/confirm-password', { method: 'POST', body: { password } });
      onAnswer(true);
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'invalid_credentials') {
        return form.setError('password', { message: t`This password is not correct` }, { shouldFocus: true });
      }
      form.setError('root', { message: messageOf(cause, t`We couldn’t check your password`) });
    }
  });
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={t`Enter your password`}
      description={t`What you are about to do keeps its access after you sign out, so we check that it’s you.`}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          // React passes it on to the form that opened this dialog.
          event.stopPropagation();
          void submit(event);
        }}
      >
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <input hidden readOnly type="email" autoComplete="username" value={user?.email ?? ''} />
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password', { required: t`Password is required` })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={isSubmitting}>
            {t`Continue`}
          </Button>
          <Button tone="ghost" onClick={() => onAnswer(false)}>
            {t`Cancel`}
          </Button>
        </div>
        {(provider || passkeys) && (
          <div className="grid gap-2 border-t border-line pt-5">
            <p className="text-sm text-muted">{t`No password, or not at hand?`}</p>
            {passkeys && (
              <PasskeyButton onUse={() => confirmWithPasskey(api).then(() => onAnswer(true))} onError={onError} />
            )}
            {provider && <ProviderButton provider={provider} intent="confirm" returnTo={here} onError={onError} />}
          </div>
        )}
      </form>
    </Dialog>
  );
}
