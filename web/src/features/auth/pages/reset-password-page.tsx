import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import type { Session } from '@luit/contracts/auth/sessions';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Loading } from '../../../lib/loading';
import { useServices, useSession } from '../../../lib/services';
import { AuthCard } from '../components/auth-card';
import { NewPasswordForm } from '../components/new-password-form';
import { PasswordResetLink } from '../components/password-reset-link';

/** Delay before the success message redirects to the sign-in page. */
const UPDATED_NOTICE_MS = 3000;
const newPasswordLeads = {
  get change() {
    return t`You’ll be signed out on all other devices.`;
  },
  get reset() {
    return t`You’ll be signed out on all devices.`;
  },
};

const updatedLeads = {
  get change() {
    return t`You’ve been signed out on all other devices.`;
  },
  get reset() {
    return t`You’ve been signed out on all devices. Sign in with your new password.`;
  },
};

/** Sets a new password for users with a reset link or a session. Others are redirected to sign in. */
export default function ResetPasswordPage() {
  const { session } = useServices();
  const { status, user } = useSession();
  const [params] = useSearchParams();
  const token = params.get('token');
  const [resetSession, setResetSession] = useState<Session | null>(null);
  const [expiredMessage, setExpiredMessage] = useState<string | null>(null);
  const [isUpdated, setUpdated] = useState(false);

  useEffect(() => {
    if (!token && status === 'unknown') void session.restore();
  }, [session, status, token]);

  const kind = resetSession ? 'reset' : 'change';
  if (isUpdated) return <PasswordUpdated kind={kind} />;
  if (token && !resetSession)
    return <PasswordResetLink key={token} token={token} expiredMessage={expiredMessage} onRedeemed={setResetSession} />;
  const owner = resetSession?.user ?? user;
  if (!owner) return status === 'signed-out' ? <Navigate replace to="/auth" /> : <Loading />;

  return (
    <AuthCard title={t`Set a new password`} lead={newPasswordLeads[kind]} hasBackLink={resetSession !== null}>
      <NewPasswordForm
        email={owner.email}
        resetSession={resetSession}
        onUpdated={() => setUpdated(true)}
        onResetExpired={() => {
          setExpiredMessage(t`Your password reset session has expired. Please request a new link.`);
          setResetSession(null);
        }}
      />
    </AuthCard>
  );
}

function PasswordUpdated({ kind }: { kind: 'change' | 'reset' }) {
  const navigate = useNavigate();

  useEffect(() => {
    const timer = setTimeout(() => void navigate('/auth', { replace: true }), UPDATED_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <AuthCard title={t`Set a new password`} lead={updatedLeads[kind]} hasBackLink={false}>
      <Alert tone="success">{t`Password updated successfully! Redirecting...`}</Alert>
    </AuthCard>
  );
}
