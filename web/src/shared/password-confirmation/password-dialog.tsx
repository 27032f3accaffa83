import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { PasswordInput } from '@luit/ui/password-input';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { ApiError, messageOf } from '../../lib/api-error';
import { useServices, useSession } from '../../lib/services';
import { accessQuery } from '../sign-in/access';
import { PasskeyButton } from '../sign-in/passkey-button';
import { confirmWithPasskey } from '../sign-in/passkeys';
import { ProviderButton } from '../sign-in/provider-button';
import { useSignInMethods } from '../sign-in/sign-in-methods';

interface PasswordDialogProps {
  onAnswer: (isConfirmed: boolean) => void;
}

/** Asks for a fresh sign-in by the ways that the account has. If they cannot be loaded, it offers all of them. */
export default function PasswordDialog({ onAnswer }: PasswordDialogProps) {
  const { api } = useServices();
  const { data: access, isPending } = useQuery(accessQuery(api));
  const { provider, passkeys } = useSignInMethods();
  const hasPassword = access?.hasPassword ?? true;
  const hasPasskey = passkeys && (access === undefined || access.passkeys.length > 0);
  const linked = access === undefined || access.linkedSignIns.some((each) => each.provider === provider);
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={hasPassword ? t`Enter your password` : t`Sign in again`}
      description={t`We ask again before changes that last, so that nobody else can make them.`}
    >
      {isPending ? (
        <Skeleton className="h-40" />
      ) : (
        <Methods
          onAnswer={onAnswer}
          hasPassword={hasPassword}
          hasPasskey={hasPasskey}
          provider={linked ? provider : null}
        />
      )}
    </Dialog>
  );
}

interface MethodsProps extends PasswordDialogProps {
  hasPassword: boolean;
  hasPasskey: boolean;
  provider: string | null;
}

function Methods({ onAnswer, hasPassword, hasPasskey, provider }: MethodsProps) {
  const { api } = useServices();
  const { user } = useSession();
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
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
      {hasPassword && (
        <>
          <input hidden readOnly type="email" autoComplete="username" value={user?.email ?? ''} />
          <PasswordInput
            label={t`Password`}
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password', { required: t`Password is required` })}
          />
        </>
      )}
      <div className="grid gap-2">
        {hasPassword && (hasPasskey || provider) && (
          <p className="text-sm text-muted">{t`No password, or not at hand?`}</p>
        )}
        {hasPasskey && (
          <PasskeyButton onUse={() => confirmWithPasskey(api).then(() => onAnswer(true))} onError={onError} />
        )}
        {provider && <ProviderButton provider={provider} intent="confirm" returnTo={here} onError={onError} />}
        {!hasPassword && !hasPasskey && !provider && (
          <p>
            {t`Your account has no way to sign in yet.`}{' '}
            <Link to="/settings/sign-in" className={buttonClass('secondary', 'sm')} onClick={() => onAnswer(false)}>
              {t`Set a password`}
            </Link>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {hasPassword && (
          <Button type="submit" busy={isSubmitting}>
            {t`Continue`}
          </Button>
        )}
        <Button tone="ghost" onClick={() => onAnswer(false)}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}
