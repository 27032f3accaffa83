import { Alert } from '@luit/ui/alert';
import { Button, buttonClass } from '@luit/ui/button';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { CenteredCard } from '../../../shared/layout/centered-card';
import { downloadExport } from '../api/export';
import { accountCopy } from '../copy';

/** `expired`: the link is invalid or has been used. */
type Step = 'ready' | 'done' | 'expired';

/** The message below the title of each step. */
const LEADS = {
  ready: 'exportLead',
  done: 'exportDoneLead',
  expired: 'exportExpiredLead',
} as const satisfies Record<Step, keyof typeof accountCopy>;

/** The target of the emailed export link. A button redeems the token, so that mail scanners cannot use it up. */
export default function ExportPage() {
  const { api } = useServices();
  const [params] = useSearchParams();
  const token = params.get('token');
  const [isBusy, setBusy] = useState(false);
  const [step, setStep] = useState<Step>(token ? 'ready' : 'expired');
  const [error, setError] = useState<string | null>(token ? null : accountCopy.exportMissing);

  const download = async () => {
    if (!token) return;
    setBusy(true);
    setError(null);
    try {
      await downloadExport(api, token);
      setStep('done');
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'link_invalid_or_expired') setStep('expired');
      setError(messageOf(cause, accountCopy.exportFailed));
    }
    setBusy(false);
  };

  return (
    <CenteredCard title={accountCopy.exportTitle} lead={accountCopy[LEADS[step]]}>
      {error && <Alert tone="danger">{error}</Alert>}
      {step === 'ready' && (
        <Button size="lg" busy={isBusy} icon={<Download className="size-4" aria-hidden />} onClick={download}>
          {accountCopy.exportDownload}
        </Button>
      )}
      {step === 'done' && <Alert tone="success">{accountCopy.exportDone}</Alert>}
      {step !== 'ready' && (
        <Link to="/dashboard" className={buttonClass('secondary')}>
          {accountCopy.toDashboard}
        </Link>
      )}
    </CenteredCard>
  );
}
