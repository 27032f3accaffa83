import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useServices } from '../../../lib/services';
import { messageOf } from '../../../lib/api-error';
import { resendConfirmation } from '../api/send-email';
import { authMessages } from '../copy';

const RESEND_NOTICE_MS = 3000;

type Notice = { tone: 'success' | 'danger'; text: string };

/** Resends the confirmation email and shows a notice for three seconds. */
export function ResendEmail({ email }: { email: string }) {
  const { api } = useServices();
  const [isSending, setSending] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);

  useEffect(() => {
    if (notice?.tone !== 'success') return;
    const timer = setTimeout(() => setNotice(null), RESEND_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);

  const resend = async () => {
    setSending(true);
    setNotice(null);
    try {
      await resendConfirmation(api, email);
      setNotice({ tone: 'success', text: t`Confirmation email sent!` });
    } catch (cause) {
      setNotice({ tone: 'danger', text: messageOf(cause, authMessages.resendFailed) });
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="grid gap-3">
      <Button tone="secondary" busy={isSending} icon={<Mail className="size-4" aria-hidden />} onClick={resend}>
        {t`Resend email`}
      </Button>
      {notice && <Alert tone={notice.tone}>{notice.text}</Alert>}
    </div>
  );
}
