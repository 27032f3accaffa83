import { t } from '@lingui/core/macro';
import type { Session } from '@luit/contracts/auth/sessions';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { PasswordInput } from '@luit/ui/password-input';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { confirmOpenIdLink, mailOpenIdLink } from '../api/openid';
import { authMessages } from '../copy';

interface LinkConfirmationProps {
  token: string;
  /** The address to which a link can be mailed; absent if this is the mailed link. */
  email?: string;
  onLinked: (session: Session) => Promise<void>;
}

/** Proves with the password, or by mail, that the account with this address belongs to the person. */
export function LinkConfirmation({ token, email, onLinked }: LinkConfirmationProps) {
  const { api } = useServices();
  const form = useForm({ defaultValues: { password: '' } });
  const [isMailing, setMailing] = useState(false);
  const [isSent, setSent] = useState(false);
  const { errors, isSubmitting } = form.formState;
  const fail = (cause: unknown, fallback: string) => form.setError('root', { message: messageOf(cause, fallback) });

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onLinked(await confirmOpenIdLink(api, token, password));
    } catch (cause) {
      fail(cause, authMessages.confirmFailed);
    }
  });
  const mail = async () => {
    setMailing(true);
    try {
      await mailOpenIdLink(api, token);
      form.clearErrors();
      setSent(true);
    } catch (cause) {
      fail(cause, authMessages.resendFailed);
    } finally {
      setMailing(false);
    }
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      {isSent && email && (
        <Alert tone="success">{t`We emailed a link to ${email}. Open it in this browser. It works for 1 hour.`}</Alert>
      )}
      <PasswordInput
        label={t`Password of your Luit account`}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password', { required: t`Password is required` })}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t`Link and sign in`}
      </Button>
      {email && (
        <Button tone="secondary" busy={isMailing} onClick={mail} icon={<Mail className="size-4" aria-hidden />}>
          {t`Email me a link instead`}
        </Button>
      )}
    </form>
  );
}
