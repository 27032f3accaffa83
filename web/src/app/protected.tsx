import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Loading } from '../lib/loading';
import { useServices, useSession } from '../lib/services';

/** Requires a session. Visitors go to /auth and return here afterward; owners of an account in deletion go to its page. */
export function Protected() {
  const { session } = useServices();
  const { status, isBeingDeleted } = useSession();
  const location = useLocation();

  useEffect(() => {
    if (status === 'unknown') void session.restore();
  }, [session, status]);

  if (status === 'unknown' || status === 'loading') return <Loading />;
  if (status === 'signed-out' && isBeingDeleted) return <Navigate replace to="/account/deletion" />;
  if (status === 'signed-out') return <Navigate replace to="/auth" state={{ from: location }} />;
  return <Outlet />;
}
