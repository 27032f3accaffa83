import { CURRENT_PASSWORD_REQUIRED, MIN_OPERATOR_PASSWORD, PASSWORD_REQUIRED } from '@luit/contracts/auth/limits';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import { toast } from '@luit/ui/toaster';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Section } from '../../components/section';
import { errorMessage } from '../../lib/admin-error';
import { useServices } from '../../lib/services';

export function PasswordForm() {
  const { client } = useServices();
  const cache = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const form = useForm({ defaultValues: { currentPassword: '', password: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (passwords) => {
    setError(null);
    try {
      await client.send('PUT', '/api/admin/profile/password', passwords);
      form.reset();
      toast.success('Password changed. Your other sessions were ended.');
      await cache.invalidateQueries({ queryKey: ['profile'] });
    } catch (cause) {
      setError(errorMessage(cause));
    }
  });

  return (
    <Section title="Password">
      <form noValidate onSubmit={submit} className="grid gap-4 p-4">
        {error && <Alert tone="danger">{error}</Alert>}
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword', { required: CURRENT_PASSWORD_REQUIRED })}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          hint={`At least ${MIN_OPERATOR_PASSWORD} characters. Your other sessions will be ended.`}
          error={errors.password?.message}
          {...form.register('password', { required: PASSWORD_REQUIRED })}
        />
        <div>
          <Button type="submit" busy={isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </Section>
  );
}
