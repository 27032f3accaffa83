import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import type { Session } from '@luit/contracts/auth/sessions';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { redeemResetLink } from '../api/password-reset';
import { authMessages } from '../copy';
import { AuthCard } from './auth-card';

const redeemLeads = {
  get ready() {
    return t`Continue to choose a new password.`;
  },
  get expired() {
    return t`Password reset links work once and expire after 1 hour.`;
  },
};

const ForgotPasswordDialog = lazyPart(() => import('./forgot-password-dialog'), 'line');

interface PasswordResetLinkProps {
  token: string;
  /** Why the link can no longer be used, if that is already known. */
  expiredMessage: string | null;
  onRedeemed: (resetSession: Session) => void;
}

/** The target of a password reset link. A button redeems the token, so that mail scanners cannot use it up. */
export function PasswordResetLink({ token, expiredMessage, onRedeemed }: PasswordResetLinkProps) {
  const { api } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(expiredMessage);
  const [isExpired, setExpired] = useState(expiredMessage !== null);
  const [dialog, setDialog] = useState<{ isOpen: boolean } | null>(null);

  const redeem = async () => {
    setBusy(true);
    setError(null);
    try {
      onRedeemed(await redeemResetLink(api, token));
    } catch (cause) {
      setExpired(cause instanceof ApiError && cause.code === 'link_invalid_or_expired');
      setError(messageOf(cause, authMessages.confirmFailed));
      setBusy(false);
    }
  };

  return (
    <AuthCard title={t`Set a new password`} lead={redeemLeads[isExpired ? 'expired' : 'ready']}>
      {error && <Alert tone="danger">{error}</Alert>}
      {isExpired ? (
        <Button size="lg" onClick={() => setDialog({ isOpen: true })}>
          {t`Send a new link`}
        </Button>
      ) : (
        <Button size="lg" busy={isBusy} onClick={redeem}>
          {t`Choose new password`}
        </Button>
      )}
      {dialog && (
        <Suspense>
          <ForgotPasswordDialog isOpen={dialog.isOpen} initialEmail="" onClose={() => setDialog({ isOpen: false })} />
        </Suspense>
      )}
    </AuthCard>
  );
}
