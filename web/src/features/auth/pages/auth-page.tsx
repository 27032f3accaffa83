import { t } from '@lingui/core/macro';
import { Alert } from '@luit/ui/alert';
import { deviceStorage } from '@luit/ui/storage';
import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { PageTitle } from '../../../lib/page-title';
import { savedPrompt } from '../../../shared/drafts/saved-prompt';
import { useServices, useSession } from '../../../lib/services';
import { AuthHero } from '../components/auth-hero';
import { CheckEmail } from '../components/check-email';
import { SignedInRedirect } from '../components/signed-in-redirect';
import { SignInForm } from '../components/sign-in-form';
import { SignUpForm } from '../components/sign-up-form';

type Mode = 'signin' | 'signup';

/** What other pages pass along: the page to return to, and an address that was already entered. */
interface AuthState {
  from?: { pathname: string; search: string };
  email?: string;
}

const tabs = (): { mode: Mode; label: string }[] => [
  { mode: 'signin', label: t`Sign in` },
  { mode: 'signup', label: t`Sign up` },
];

/** Sign-in and sign-up. Signed-in users are redirected to the page they came from, or to the dashboard. */
export default function AuthPage() {
  const { session } = useServices();
  const { status, user, isSignOutPending } = useSession();
  const location = useLocation();
  const [params, setParams] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  const passed = location.state as AuthState | null;
  const opensReset = params.get('reset') === 'true';
  const initialEmail = email || (passed?.email ?? '');
  const mode: Mode = params.get('mode') === 'signup' ? 'signup' : 'signin';

  useEffect(() => {
    if (status === 'unknown') void session.restore();
  }, [session, status]);

  const from = passed?.from;
  const returnTo = from ? `${from.pathname}${from.search}` : '/dashboard';
  if (status === 'signed-in' && user) return <SignedInRedirect user={user} to={returnTo} />;

  const show = (next: Mode) => {
    session.clearError();
    setSentTo(null);
    setParams(next === 'signup' ? { mode: 'signup' } : {}, { replace: true, state: location.state });
  };

  return (
    <div className="grid flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1.15fr)_minmax(28rem,1fr)]">
      <PageTitle>{mode === 'signup' ? t`Sign up` : t`Sign in`}</PageTitle>
      <AuthHero />
      <div className="flex items-start justify-center px-5 py-12 sm:py-16">
        <div className="w-full max-w-md">
          {isSignOutPending && <SignOutPending />}
          <SavedPrompt />
          {sentTo ? (
            <CheckEmail
              email={sentTo}
              onBack={() => {
                setEmail(sentTo);
                show('signin');
              }}
            />
          ) : (
            <>
              <AuthTabs mode={mode} onChange={show} />
              <h1 className="mt-8 text-page heading">{mode === 'signup' ? t`Create your account` : t`Welcome back`}</h1>
              <p className="mt-2 mb-8 text-muted">
                {mode === 'signup'
                  ? t`Creating an account is free. You pay only when you buy credits.`
                  : t`Sign in to create videos and manage your credits.`}
              </p>
              {mode === 'signup' ? (
                <SignUpForm initialEmail={initialEmail} returnTo={returnTo} onSignedUp={setSentTo} />
              ) : (
                <SignInForm
                  initialEmail={initialEmail}
                  returnTo={returnTo}
                  opensReset={opensReset}
                  onResetClosed={() => opensReset && show('signin')}
                />
              )}
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Tells users who signed out without a connection that their session on the server has not ended yet. */
function SignOutPending() {
  return (
    <Alert tone="accent" className="mb-6">
      <p className="font-semibold">{t`You’re signed out on this device`}</p>
      <p className="mt-1">{t`Everything it had saved from your account was deleted. We can’t reach the server, so your session there will end the next time Luit is open here with a connection.`}</p>
    </Alert>
  );
}

/** Tells visitors who started a video on the home page that its prompt waits for them. */
function SavedPrompt() {
  const [prompt] = useState(savedPrompt);
  if (!prompt) return null;
  return (
    <Alert tone="accent" className="mb-6">
      <p className="font-semibold">{t`Your prompt is saved`}</p>
      <p className="mt-1">
        {deviceStorage.keepsAll()
          ? t`You’ll find it in the form once you’ve signed up or signed in on this device.`
          : t`You’ll find it in the form once you’ve signed up or signed in on this page. Your browser saves nothing, so copy it before you close the page.`}
      </p>
      <q className="mt-2 line-clamp-3 wrap-anywhere">{prompt}</q>
    </Alert>
  );
}

function AuthTabs({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <div className="grid grid-cols-2 rounded-control border border-line bg-sunken p-1">
      {tabs().map((tab) => (
        <a
          key={tab.mode}
          href={tab.mode === 'signup' ? '/auth?mode=signup' : '/auth'}
          aria-current={tab.mode === mode ? 'page' : undefined}
          onClick={(event) => {
            event.preventDefault();
            onChange(tab.mode);
          }}
          className={clsx(
            'rounded-[0.3rem] py-2 text-center text-sm font-semibold transition-colors',
            tab.mode === mode ? 'bg-surface text-ink shadow-card' : 'text-muted hover:text-ink',
          )}
        >
          {tab.label}
        </a>
      ))}
    </div>
  );
}
