import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { loadInLanguageOf, speaksAnotherLanguage } from '../../../lib/account-language';
import { ApiError, messageOf } from '../../../lib/api-error';
import { savedPrompt } from '../../../shared/drafts/saved-prompt';
import { useServices } from '../../../lib/services';
import { confirmEmail } from '../api/confirm-email';
import { AuthCard } from '../components/auth-card';
import { ConfirmPasswordForm } from '../components/confirm-password-form';
import { NewConfirmationLink } from '../components/new-confirmation-link';
import { authMessages } from '../copy';

const confirmLeads = {
  get ready() {
    return t`Confirm your address to activate your account.`;
  },
  get password() {
    return t`This isn’t the device you signed up on.`;
  },
  get expired() {
    return t`Confirmation links work once and expire after 1 hour. Enter your email address to get a new one.`;
  },
};

/** `ready`: the button confirms. `password`: the link was opened on another device. `expired`: the link no longer works. */
type Step = 'ready' | 'password' | 'expired';
type Notice = { tone: 'info' | 'danger'; text: string };

/** The target of a confirmation link. A button redeems the token, so that mail scanners cannot use it up. */
export default function ConfirmPage() {
  const services = useServices();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const token = params.get('token');
  const [isBusy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>(token ? 'ready' : 'expired');
  const [notice, setNotice] = useState<Notice | null>(
    token
      ? null
      : { tone: 'danger', text: t`This link is incomplete. Open it again from the email or request a new one.` },
  );

  const confirm = async (password?: string) => {
    if (!token) return;
    setBusy(true);
    setNotice(null);
    try {
      const user = await confirmEmail(services, token, password);
      const page = savedPrompt() ? '/image-to-video' : '/dashboard';
      if (speaksAnotherLanguage(user)) loadInLanguageOf(user, page);
      else await navigate(page, { replace: true });
    } catch (cause) {
      const code = cause instanceof ApiError ? cause.code : null;
      if (code === 'password_required') setStep('password');
      if (code === 'link_invalid_or_expired') setStep('expired');
      setNotice({
        tone: code === 'password_required' ? 'info' : 'danger',
        text: messageOf(cause, authMessages.confirmFailed),
      });
      setBusy(false);
    }
  };

  return (
    <AuthCard title={t`Confirm your email`} lead={confirmLeads[step]}>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
      {step === 'ready' && (
        <Button size="lg" busy={isBusy} onClick={() => confirm()}>
          {t`Confirm email`}
        </Button>
      )}
      {step === 'password' && <ConfirmPasswordForm onSubmit={confirm} />}
      {step === 'expired' && <NewConfirmationLink />}
    </AuthCard>
  );
}
