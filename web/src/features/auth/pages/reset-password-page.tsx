import { Alert } from '@luit/ui/alert';
import type { Session } from '@luit/contracts/auth/sessions';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Loading } from '../../../lib/loading';
import { useServices, useSession } from '../../../lib/services';
import { AuthCard } from '../components/auth-card';
import { NewPasswordForm } from '../components/new-password-form';
import { PasswordResetLink } from '../components/password-reset-link';
import { authCopy, authMessages, UPDATED_NOTICE_MS } from '../copy';

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
    <AuthCard
      title={authCopy.newPasswordTitle}
      lead={authCopy.newPasswordLeads[kind]}
      hasBackLink={resetSession !== null}
    >
      <NewPasswordForm
        email={owner.email}
        resetSession={resetSession}
        onUpdated={() => setUpdated(true)}
        onResetExpired={() => {
          setExpiredMessage(authMessages.resetExpired);
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
    <AuthCard title={authCopy.newPasswordTitle} lead={authCopy.updatedLeads[kind]} hasBackLink={false}>
      <Alert tone="success">{authCopy.passwordUpdated}</Alert>
    </AuthCard>
  );
}
