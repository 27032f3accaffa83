import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { CenteredCard } from '../../../shared/layout/centered-card';
import { downloadExport } from '../api/export';

/** `expired`: the link is invalid or has been used. */
type Step = 'ready' | 'done' | 'expired';

/** The message below the title of each step. */
const LEADS: Record<Step, () => string> = {
  ready: () => t`Your browser saves the copy as a file.`,
  done: () => t`The file is in your downloads folder. Keep it somewhere private.`,
  expired: () => t`Download links work once and expire after 1 hour. Request a new one from your dashboard.`,
};

/** The target of the emailed export link. A button redeems the token, so that mail scanners cannot use it up. */
export default function ExportPage() {
  const { api } = useServices();
  const [params] = useSearchParams();
  const token = params.get('token');
  const [isBusy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>(token ? 'ready' : 'expired');
  const [error, setError] = useState<string | null>(
    token ? null : t`This link is incomplete. Open it again from the email or request a new one.`,
  );

  const download = async () => {
    if (!token) return;
    setBusy(true);
    setError(null);
    try {
      await downloadExport(api, token);
      setStep('done');
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'link_invalid_or_expired') setStep('expired');
      setError(messageOf(cause, t`We couldn’t download your data. Please try again.`));
    }
    setBusy(false);
  };

  return (
    <CenteredCard title={t`Download your data`} lead={LEADS[step]()}>
      {error && <Alert tone="danger">{error}</Alert>}
      {step === 'ready' && (
        <Button size="lg" busy={isBusy} icon={<Download className="size-4" aria-hidden />} onClick={download}>
          {t`Download data`}
        </Button>
      )}
      {step === 'done' && <Alert tone="success">{t`luit-account.json has been saved.`}</Alert>}
      {step !== 'ready' && (
        <Link to="/dashboard" className={buttonClass('secondary')}>
          {t`Go to dashboard`}
        </Link>
      )}
    </CenteredCard>
  );
}
