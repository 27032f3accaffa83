import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clapperboard, Coins, Images, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PageTitle } from '../../../lib/page-title';
import { useServices, useSession } from '../../../lib/services';
import { useHaveSettled } from '../../../lib/use-have-settled';
import { ConsentBanner } from '../../../shared/consents/consent-banner';
import { consentsQuery } from '../../../shared/consents/consents-query';
import { creditNoticesQuery } from '../../../shared/credits/api/get-notices';
import { CreditNotices } from '../../../shared/credits/components/credit-notices';
import { notificationSettingsQuery } from '../../../shared/notifications/notification-settings';
import { newestQuery } from '../../../shared/requests/api/list-requests';
import { AccountFacts } from '../components/account-facts';
import { ContinueSection } from '../components/continue-section';
import { CreditsCard } from '../components/credits-card';

const quickActions = () => [
  { to: '/image-to-video', label: t`Generate video`, Icon: Clapperboard },
  { to: '/restore', label: t`Restore image`, Icon: Sparkles },
  { to: '/vault', label: t`Buy credits`, Icon: Coins },
  { to: '/library', label: t`Library`, Icon: Images },
];

/** What runs and what was made last, the credits, and the account. */
export default function DashboardPage() {
  const { user } = useSession();
  const { api } = useServices();
  const haveContentsSettled = useHaveSettled([
    useQuery(consentsQuery(api)),
    useQuery(creditNoticesQuery(api)),
    useQuery(notificationSettingsQuery(api)),
    useQuery(newestQuery(api, {})),
  ]);
  if (!user) return null;
  return (
    <div className="page py-8">
      <PageTitle>{t`Dashboard`}</PageTitle>
      <h1 className="text-page heading">{t`Good to see you, ${{ name: user.user_metadata.name || user.email }}`}</h1>
      <ConsentBanner className="mt-6" />
      <CreditNotices className="mt-6" />
      {/* It is shown only once neither the notices above it nor the latest work can move its parts any more. */}
      <div
        className={clsx(
          'mt-5 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]',
          !haveContentsSettled && 'invisible',
        )}
      >
        <div className="grid min-w-0 gap-6">
          <ContinueSection />
          <section aria-label={t`Quick actions`}>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {quickActions().map(({ to, label, Icon }) => (
                <li key={to} className="grid">
                  <Link
                    to={to}
                    className="flex min-h-14 items-center gap-2.5 rounded-card border border-line bg-surface px-3 py-2 text-sm font-semibold shadow-card transition-colors hover:border-accent"
                  >
                    <Icon className="size-6 shrink-0 text-accent-text" strokeWidth={1.6} aria-hidden />
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="grid gap-5">
          <CreditsCard />
          <AccountFacts user={user} />
        </div>
      </div>
    </div>
  );
}
