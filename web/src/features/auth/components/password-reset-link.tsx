import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import type { Session } from '@luit/contracts/auth/sessions';
import { lazy, Suspense, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useServices } from '../../../lib/services';
import { recover } from '../api/password-reset';
import { authCopy, authMessages } from '../copy';
import { AuthCard } from './auth-card';

const ForgotPasswordDialog = lazy(() => import('./forgot-password-dialog'));

interface RecoveryLinkProps {
  token: string;
  /** Why the link is of no more use, where that is known already. */
  expiry: string | null;
  onRedeemed: (recovery: Session) => void;
}

/** The mailed link to a new password. A press redeems it, so that a mail scanner does not use it up. */
export function PasswordResetLink({ token, expiry, onRedeemed }: RecoveryLinkProps) {
  const { api } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState(expiry);
  const [isOver, setOver] = useState(expiry !== null);
  const [dialog, setDialog] = useState<{ isOpen: boolean } | null>(null);

  const redeem = async () => {
    setBusy(true);
    setError(null);
    try {
      onRedeemed(await recover(api, token));
    } catch (cause) {
      setOver(cause instanceof ApiError && cause.code === 'link_invalid_or_expired');
      setError(messageOf(cause, authMessages.confirmFailed));
      setBusy(false);
    }
  };

  return (
    <AuthCard title={authCopy.newPasswordTitle} lead={authCopy.redeemLead}>
      {error && <Alert tone="danger">{error}</Alert>}
      {isOver ? (
        <Button size="lg" onClick={() => setDialog({ isOpen: true })}>
          {authCopy.requestNewLink}
        </Button>
      ) : (
        <Button size="lg" busy={isBusy} onClick={redeem}>
          {authCopy.redeem}
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
