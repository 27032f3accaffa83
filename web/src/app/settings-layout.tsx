import { t } from '@lingui/core/macro';
import { clsx } from 'clsx';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { Loading } from '../lib/loading';

const sections = () => [
  { to: '/settings', label: t`Profile` },
  { to: '/settings/sign-in', label: t`Sign-in and devices` },
  { to: '/settings/notifications', label: t`Notifications` },
  { to: '/settings/api', label: t`API keys` },
  { to: '/settings/webhooks', label: t`Webhooks` },
  { to: '/settings/privacy', label: t`Privacy and data` },
];

/** The sections of the settings, each a page of its own. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  return (
    <div className="page grid items-start gap-x-12 gap-y-6 py-8 sm:py-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label={t`Settings`} className="-mx-3 min-w-0 lg:sticky lg:top-28">
        <p className="px-3 pb-2 text-label text-accent-text eyebrow max-lg:hidden" aria-hidden>
          {t`Settings`}
        </p>
        <ul className="flex flex-wrap gap-1 lg:grid">
          {sections().map(({ to, label }) => (
            <li key={to} className="grid">
              <Link
                to={to}
                aria-current={to === pathname ? 'page' : undefined}
                className={clsx(
                  'flex min-h-10 items-center rounded-control px-3 text-sm font-medium whitespace-nowrap',
                  to === pathname ? 'bg-sunken font-semibold' : 'text-ink/80 hover:bg-sunken',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-[52rem] min-w-0">
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  );
}
