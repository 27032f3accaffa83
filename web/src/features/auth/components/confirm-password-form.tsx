import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { RESET } from '../copy';

/** Asks for the password chosen at sign-up when the link is opened on another device. */
export function ConfirmPasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const form = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={form.handleSubmit(({ password }) => onSubmit(password))} className="grid gap-5">
      <PasswordInput
        label={t`Password you chose when you signed up`}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: t`Password is required` })}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t`Confirm email`}
      </Button>
      <p className="text-sm text-muted">
        {t`Didn’t sign up yourself? Set a password that only you know:`}{' '}
        <Link to={RESET.to} className="font-semibold text-info underline underline-offset-4">
          {RESET.label}
        </Link>
      </p>
    </form>
  );
}
