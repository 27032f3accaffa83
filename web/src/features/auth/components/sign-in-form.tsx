import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { PasswordInput } from '@luit/ui/password-input';
import { Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { lazyPart } from '../../../lib/lazy-part';
import { ApiError } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { signIn, type SignInInput } from '../api/sign-in';
import { EMAIL_PATTERN } from '../form-rules';
import { signInMessage } from '../error-texts';
import { AuthError } from './auth-error';
import { HelpTips } from './help-tips';
import { OtherSignIns } from './other-sign-ins';
import { ResendEmail } from './resend-email';

const ForgotPasswordDialog = lazyPart(() => import('./forgot-password-dialog'), 'line');

interface SignInFormProps {
  initialEmail: string;
  /** The page to open after a sign-in at a provider. */
  returnTo: string;
  /** Whether the visitor followed a link to the password reset. */
  opensReset: boolean;
  onResetClosed: () => void;
}

export function SignInForm({ initialEmail, returnTo, opensReset, onResetClosed }: SignInFormProps) {
  const services = useServices();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [resetDialog, setResetDialog] = useState<{ isOpen: boolean; openCount: number } | null>(null);
  const openReset = () => setResetDialog({ isOpen: true, openCount: (resetDialog?.openCount ?? 0) + 1 });
  const [hasOpenedReset, setOpenedReset] = useState(false);
  if (hasOpenedReset !== opensReset) {
    setOpenedReset(opensReset);
    if (opensReset) openReset();
  }
  const form = useForm<SignInInput>({ defaultValues: { email: initialEmail, password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    services.session.clearError();
    setUnconfirmed(null);
    try {
      await signIn(services, input);
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'email_not_confirmed') setUnconfirmed(input.email);
      services.session.setError(signInMessage(cause), cause);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <AuthError email={() => form.getValues('email')} />
      {unconfirmed && <ResendEmail email={unconfirmed} />}
      <Input
        label={t`Email`}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email', {
          required: t`Email is required`,
          pattern: { value: EMAIL_PATTERN, message: t`Email is invalid` },
        })}
      />
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: t`Password is required` })}
      />
      <button
        type="button"
        onClick={openReset}
        className="-mt-2 justify-self-end text-sm font-semibold text-info underline-offset-4 hover:underline"
      >
        {t`Forgot password?`}
      </button>
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t`Sign in`}
      </Button>
      <OtherSignIns hasPasskey returnTo={returnTo} />
      <HelpTips
        tips={[
          t`Use the email address you signed up with.`,
          t`New here? Confirm your email first. The link is in your inbox or spam folder.`,
        ]}
      />
      {resetDialog && (
        <Suspense>
          <ForgotPasswordDialog
            key={resetDialog.openCount}
            isOpen={resetDialog.isOpen}
            initialEmail={form.getValues('email')}
            onClose={() => {
              setResetDialog({ ...resetDialog, isOpen: false });
              onResetClosed();
            }}
          />
        </Suspense>
      )}
    </form>
  );
}
