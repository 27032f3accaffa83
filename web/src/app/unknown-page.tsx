import { Navigate, useLocation } from 'react-router-dom';

export interface UnknownPageState {
  unknownPath: string;
}

/** Leads from a path without a page to the home page, which then says so. The gateway answers such a path with status 404. */
export function UnknownPage() {
  const { pathname } = useLocation();
  return <Navigate replace to="/" state={{ unknownPath: pathname } satisfies UnknownPageState} />;
}
