import { t } from '@lingui/core/macro';
import { Button } from '@luit/ui/button';
import { Alert } from '@luit/ui/alert';
import { Input } from '@luit/ui/input';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { resendConfirmation } from '../api/send-email';
import { authMessages } from '../copy';
import { EMAIL_PATTERN } from '../form-rules';

/** Requests a new confirmation link. It asks for the email address, which an invalid link does not reveal. */
export function NewConfirmationLink() {
  const { api } = useServices();
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await resendConfirmation(api, email);
      setSent(true);
    } catch (cause) {
      form.setError('root', { message: messageOf(cause, authMessages.resendFailed) });
    }
  });

  if (isSent) return <Alert tone="success">{t`Confirmation email sent!`}</Alert>;
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && (
        <Alert tone="danger" onDismiss={() => form.clearErrors('root')}>
          {errors.root.message}
        </Alert>
      )}
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
      <Button type="submit" size="lg" busy={isSubmitting} icon={<Mail className="size-4" aria-hidden />}>
        {t`Send new link`}
      </Button>
    </form>
  );
}
