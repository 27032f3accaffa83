import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Loading } from '../lib/loading';
import { useServices, useSession } from '../lib/services';

const SIGN_IN_PATH = '/auth';
const SIGN_UP_PATH = '/auth?mode=signup';

/**
 * Requires a session. Visitors go to /auth and return here afterward, to its sign-up form if the link's state has `signsUp`;
 * owners of an account in deletion go to its page.
 */
export function Protected() {
  const { session } = useServices();
  const { status, isBeingDeleted } = useSession();
  const location = useLocation();

  useEffect(() => {
    if (status === 'unknown') void session.restore();
  }, [session, status]);

  if (status === 'unknown' || status === 'loading') return <Loading />;
  if (status === 'signed-out' && isBeingDeleted) return <Navigate replace to="/account/deletion" />;
  if (status === 'signed-out') {
    const signsUp = (location.state as { signsUp?: boolean } | null)?.signsUp ?? false;
    return <Navigate replace to={signsUp ? SIGN_UP_PATH : SIGN_IN_PATH} state={{ from: location }} />;
  }
  return <Outlet />;
}
