import { MIN_OPERATOR_PASSWORD, NAME_REQUIRED, PASSWORD_REQUIRED } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { PasswordInput } from '@luit/ui/password-input';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useSearchParams } from 'react-router-dom';
import { errorMessage } from '../../lib/admin-error';
import { adminMessages } from '../../lib/admin-client';
import { useServices } from '../../lib/services';
import { CenteredCard } from '../second-factors/centered-card';

/** Opened from the mailed invitation: the new operator chooses a name and a password, and is then signed in. */
export function InvitationPage() {
  const { client } = useServices();
  const [search] = useSearchParams();
  const [error, setError] = useState<string | null>(null);
  const [isSignedIn, setSignedIn] = useState(false);
  const form = useForm({ defaultValues: { name: '', password: '' } });
  const { errors, isSubmitting } = form.formState;
  const token = search.get('token') ?? '';

  const submit = form.handleSubmit(async ({ name, password }) => {
    setError(null);
    try {
      const { email } = await client.acceptInvitation({ token, name, password });
      await client.login(email, password);
      setSignedIn(true);
    } catch (cause) {
      setError(cause instanceof TypeError ? adminMessages.loginFailed('no connection') : errorMessage(cause));
    }
  });

  if (isSignedIn) return <Navigate replace to="/" />;
  return (
    <CenteredCard title="Join Luit Operations">
      {error && <Alert tone="danger">{error}</Alert>}
      {token === '' ? (
        <Alert tone="danger">This link is incomplete. Open it again from the invitation email.</Alert>
      ) : (
        <form noValidate onSubmit={submit} className="grid gap-5">
          <Input
            label="Your name"
            autoComplete="name"
            error={errors.name?.message}
            {...form.register('name', { required: NAME_REQUIRED })}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            hint={`At least ${MIN_OPERATOR_PASSWORD} characters`}
            error={errors.password?.message}
            {...form.register('password', { required: PASSWORD_REQUIRED })}
          />
          <Button type="submit" size="lg" busy={isSubmitting}>
            Join
          </Button>
        </form>
      )}
    </CenteredCard>
  );
}
