import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { Link, useLocation } from 'react-router-dom';
import { useServices, useSession } from '../../../lib/services';
import { SIGN_UP, RESET } from '../copy';

const SIGN_IN = {
  to: '/auth',
  get label() {
    return t`Sign in`;
  },
};

interface ErrorLink {
  to: string;
  label: string;
}

const CONTACT: ErrorLink = {
  to: '/contact',
  get label() {
    return t`Contact us`;
  },
};

/** What the user can do about an error, by its code. */
const LINKS: Partial<Record<string, ErrorLink[]>> = {
  email_taken: [SIGN_IN, RESET],
  user_not_found: [SIGN_UP],
  invalid_credentials: [RESET],
  user_blocked: [CONTACT],
  blocked: [CONTACT],
};

/** Reasons for the end of a session that the user caused. */
const EXPECTED_ENDS = ['password_changed', 'signed_out'];

/**
 * The error of the auth layer, or why the session ended, with links to what the user can do about it.
 *
 * @param email returns the address in the form, which the linked forms begin with
 */
export function AuthError({ email }: { email: () => string }) {
  const { session } = useServices();
  const { error, errorCode } = useSession();
  if (!error) return null;
  const code = errorCode ?? '';
  return (
    <Alert tone={EXPECTED_ENDS.includes(code) ? 'info' : 'danger'} onDismiss={session.clearError}>
      <p>{error}</p>
      <AuthLinks links={LINKS[code] ?? []} email={email} onFollow={session.clearError} />
    </Alert>
  );
}

interface AuthLinksProps {
  links: ErrorLink[];
  email: () => string;
  onFollow: () => void;
}

export function AuthLinks({ links, email, onFollow }: AuthLinksProps) {
  const from = useLocation().state as object | null;
  if (links.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1.5">
      {links.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          state={{ ...from, email: email() }}
          onClick={onFollow}
          className="font-semibold underline underline-offset-4"
        >
          {label}
        </Link>
      ))}
    </p>
  );
}
