import { EMAIL_REQUIRED, PASSWORD_REQUIRED } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Card } from '@luit/ui/card';
import { Input } from '@luit/ui/input';
import { Logo } from '@luit/ui/logo';
import { PasswordInput } from '@luit/ui/password-input';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { adminMessages } from '../../lib/admin-client';
import { useAdmin, useServices } from '../../lib/services';

export function LoginPage() {
  const { client } = useServices();
  const { message } = useAdmin();
  const [error, setError] = useState<string | null>(null);
  const form = useForm({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    setError(null);
    try {
      await client.login(email, password);
    } catch (cause) {
      setError(cause instanceof TypeError ? adminMessages.loginFailed('no connection') : (cause as Error).message);
    }
  });

  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <title>Sign in · Luit Operations</title>
      <Card className="w-full max-w-md overflow-hidden">
        <div aria-hidden className="brand-border" />
        <div className="grid gap-6 p-7 sm:p-9">
          <Logo />
          <h1 className="text-title heading">Operations</h1>
          {(error ?? message) && <Alert tone="danger">{error ?? message}</Alert>}
          <form noValidate onSubmit={submit} className="grid gap-5">
            <Input
              label="Email"
              type="email"
              autoComplete="username"
              error={errors.email?.message}
              {...form.register('email', { required: EMAIL_REQUIRED })}
            />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              error={errors.password?.message}
              {...form.register('password', { required: PASSWORD_REQUIRED })}
            />
            <Button type="submit" size="lg" busy={isSubmitting}>
              Sign in
            </Button>
          </form>
        </div>
      </Card>
    </main>
  );
}
