import { Alert } from '@luit/ui/alert';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';

const copy = {
  text: (path: string) => `There’s no page at ${path}. Here’s the home page instead.`,
} as const;

interface UnknownPageState {
  unknownPath: string;
}

/** Leads from a path without a page to the home page, which then says so. The gateway answers such a path with status 404. */
export function UnknownPage() {
  const { pathname } = useLocation();
  return <Navigate replace to="/" state={{ unknownPath: pathname } satisfies UnknownPageState} />;
}

/** Says that the path that was asked for has no page. */
export function UnknownPageNotice() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const { unknownPath } = (state ?? {}) as Partial<UnknownPageState>;
  if (unknownPath === undefined) return null;
  return (
    <div className="page py-3">
      <Alert tone="accent" onDismiss={() => void navigate('.', { replace: true, state: null })}>
        <span className="break-all">{copy.text(unknownPath)}</span>
      </Alert>
    </div>
  );
}
