import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { Input } from '@luit/ui/input';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useServices } from '../../../lib/services';
import { sendPasswordReset } from '../api/send-email';
import { ApiError } from '../../../lib/api-error';
import { authMessages, SIGN_UP } from '../copy';
import { EMAIL_PATTERN } from '../form-rules';
import { AuthLinks } from './auth-error';
import { resetMessage } from '../error-texts';

interface ForgotPasswordDialogProps {
  isOpen: boolean;
  initialEmail: string;
  onClose: () => void;
}

export default function ForgotPasswordDialog({ isOpen, initialEmail, onClose }: ForgotPasswordDialogProps) {
  const { api } = useServices();
  const [isSent, setSent] = useState(false);
  const form = useForm({ defaultValues: { email: initialEmail } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email }) => {
    try {
      await sendPasswordReset(api, email);
      setSent(true);
    } catch (cause) {
      const type = cause instanceof ApiError ? cause.code : undefined;
      form.setError('root', { type, message: resetMessage(cause) });
    }
  });

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t`Reset your password`}
      description={t`We’ll email you a link that works for 1 hour.`}
    >
      {isSent ? (
        <Alert tone="success">{t`Password reset email sent! Check your inbox.`}</Alert>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            // In the React tree the dialog is inside the sign-in form, which must not receive this event.
            event.stopPropagation();
            return submit(event);
          }}
          className="grid gap-5"
        >
          {errors.root && (
            <Alert tone="danger">
              <p>{errors.root.message}</p>
              {errors.root.type === 'user_not_found' && (
                <AuthLinks links={[SIGN_UP]} email={() => form.getValues('email')} onFollow={onClose} />
              )}
            </Alert>
          )}
          <Input
            label={t`Email`}
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...form.register('email', {
              required: t`Email is required`,
              pattern: { value: EMAIL_PATTERN, message: authMessages.resetEmailInvalid },
            })}
          />
          <Button type="submit" busy={isSubmitting}>
            {t`Send reset link`}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
