import { t } from '@lingui/core/macro';
import type { Session } from '@luit/contracts/auth/sessions';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { useForm } from 'react-hook-form';
import { useServices } from '../../../lib/services';
import { type PendingSignIn, signUpWithOpenId } from '../api/openid';
import { signUpMessage } from '../error-texts';
import { SignUpConsent } from './sign-up-consent';

interface ProviderSignUpFormProps {
  pending: PendingSignIn;
  onSignedUp: (session: Session) => Promise<void>;
}

/** Completes the account of a person whose address the provider has verified. */
export function ProviderSignUpForm({ pending: { token, email, name = '' }, onSignedUp }: ProviderSignUpFormProps) {
  const { api } = useServices();
  const form = useForm({ defaultValues: { name, marketing: false } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (input) => {
    try {
      await onSignedUp(await signUpWithOpenId(api, { token, ...input, name: input.name.trim() }));
    } catch (cause) {
      form.setError('root', { message: signUpMessage(cause) });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <Input label={t`Email`} type="email" readOnly value={email} />
      <Input
        label={t`Full name`}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', { validate: (text) => text.trim() !== '' || t`Name is required` })}
      />
      <Checkbox
        label={t`Send me news and offers`}
        hint={t`Optional. You can change this on your dashboard at any time.`}
        {...form.register('marketing')}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t`Create account`}
      </Button>
      <SignUpConsent />
    </form>
  );
}
