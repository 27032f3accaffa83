import { MIN_PASSWORD_CHARACTERS } from '@luit/contracts/auth/limits';
import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Checkbox } from '@luit/ui/checkbox';
import { Input } from '@luit/ui/input';
import { PasswordInput } from '@luit/ui/password-input';
import { useForm, useWatch } from 'react-hook-form';
import { useServices } from '../../../lib/services';
import { signUp, type SignUpInput } from '../api/sign-up';
import { EMAIL_PATTERN, isLongEnough, PASSWORD_RECOMMENDED } from '../form-rules';
import { signUpMessage } from '../error-texts';
import { AuthError } from './auth-error';
import { HelpTips } from './help-tips';
import { OtherSignIns } from './other-sign-ins';
import { PasswordStrength } from './password-strength';
import { SignUpConsent } from './sign-up-consent';

interface SignUpFormProps {
  initialEmail: string;
  /** The page to open after a sign-in at a provider. */
  returnTo: string;
  onSignedUp: (email: string) => void;
}

export function SignUpForm({ initialEmail, returnTo, onSignedUp }: SignUpFormProps) {
  const { api, session } = useServices();
  const form = useForm<SignUpInput>({
    defaultValues: { name: '', email: initialEmail, password: '', marketing: false },
  });
  const { errors, isSubmitting } = form.formState;
  const [password, email] = useWatch({ control: form.control, name: ['password', 'email'] });

  const submit = form.handleSubmit(async (input) => {
    session.clearError();
    try {
      await signUp(api, { ...input, name: input.name.trim() });
      onSignedUp(input.email);
    } catch (cause) {
      session.setError(signUpMessage(cause), cause);
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <AuthError email={() => form.getValues('email')} />
      <Input
        label={t`Full name`}
        autoComplete="name"
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || t`Name is required` })}
      />
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
        autoComplete="new-password"
        hint={<PasswordStrength password={password} email={email} />}
        error={errors.password?.message}
        {...form.register('password', {
          required: t`Password is required`,
          validate: (password) =>
            isLongEnough(password) || t`Password must be at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters`,
        })}
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
      <OtherSignIns hasPasskey={false} returnTo={returnTo} />
      <HelpTips
        tips={[
          t`Use at least ${{ minimum: MIN_PASSWORD_CHARACTERS }} characters for your password. We recommend ${{ recommended: PASSWORD_RECOMMENDED }} or more; a short sentence works well.`,
        ]}
      />
    </form>
  );
}
