import { t } from '@lingui/core/macro';
import { Card } from '@luit/ui/card';
import { ArrowRight, Clapperboard, Coins, Images, Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { balanceCopy } from '../../../shared/credits/copy';
import { formatCredits, formatNumber } from '../../../lib/format';
import { PageTitle } from '../../../lib/page-title';
import { useSession } from '../../../lib/services';
import { ConsentBanner } from '../../../shared/consents/consent-banner';
import { CreditNotices } from '../../../shared/credits/components/credit-notices';
import { useBalance } from '../../../shared/credits/api/get-balance';
import { AccountCard } from '../components/account-card';
import { ApiKeysCard } from '../components/api-keys-card';
import { BillingCard } from '../components/billing-card';
import { AccountDeletionCard } from '../components/account-deletion-card';
import { ConsentsCard } from '../components/consents-card';
import { DataCard } from '../components/data-card';
import { DevicesCard } from '../components/devices-card';
import { NotificationsCard } from '../components/notifications-card';
import { SignInCard } from '../components/sign-in-card';
import { RecentWork } from '../components/recent-work';

const quickActions = () => [
  {
    to: '/image-to-video',
    label: t`Generate video`,
    text: t`Create a 5- or 10-second video from a prompt.`,
    Icon: Clapperboard,
  },
  { to: '/restore', label: t`Restore image`, text: t`Repair and sharpen an old photo.`, Icon: Sparkles },
  { to: '/vault', label: t`Buy credits`, text: t`Credits that never expire, priced in rupees.`, Icon: Coins },
  { to: '/library', label: t`Library`, text: t`All your videos and photos.`, Icon: Images },
];

export default function DashboardPage() {
  const { user } = useSession();
  const { credits, held, state } = useBalance();
  if (!user) return null;

  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Dashboard`}</PageTitle>
      <p className="text-label text-accent-text eyebrow">{t`Dashboard`}</p>
      <h1 className="mt-2 text-page heading">{t`Good to see you, ${{ name: user.user_metadata.name || user.email }}`}</h1>
      <ConsentBanner className="mt-6" />
      <CreditNotices className="mt-6" />
      <RecentWork />
      <section aria-label={t`Quick actions`} className="mt-8">
        <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
          {quickActions().map(({ to, label, text, Icon }) => (
            <Card as="li" key={to} className="group relative p-4 transition-colors hover:border-accent sm:p-6">
              <Icon className="size-7 text-accent-text" strokeWidth={1.6} aria-hidden />
              <Link
                to={to}
                className="mt-3 flex items-center gap-2 font-semibold after:absolute after:inset-0 sm:mt-5 sm:text-lg"
              >
                {label}
                <ArrowRight className="size-4 shrink-0 transition-transform group-hover:translate-x-1" aria-hidden />
              </Link>
              <p className="mt-1 text-sm text-muted max-sm:hidden">{text}</p>
            </Card>
          ))}
        </ul>
      </section>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section
          aria-labelledby="credits"
          data-theme="dark"
          className="overflow-hidden rounded-card bg-[#0b2f36] text-ink shadow-card lg:sticky lg:top-24 lg:col-start-2"
        >
          <div className="p-7 pb-10">
            <h2 id="credits" className="text-sm font-semibold text-[#a8c6c4]">
              {t`Available credits`}
            </h2>
            <p className="mt-2 text-[3.5rem] leading-none tabular-nums heading">
              {credits === null ? '–' : formatNumber(credits)}
            </p>
            {held > 0 && (
              <p className="mt-3 text-sm text-[#a8c6c4]">{t`${{ heldCredits: formatCredits(held) }} held for jobs in progress. They’re spent if the job succeeds and returned if it fails.`}</p>
            )}
            <Link
              to="/vault"
              className="mt-4 inline-block text-sm font-semibold text-accent underline underline-offset-4"
            >
              {t`View balance and transactions`}
            </Link>
            {state === 'failed' && <p className="mt-2 text-sm text-danger">{balanceCopy.balanceFailed}</p>}
          </div>
          <div aria-hidden className="brand-border" />
        </section>
        <div className="grid gap-6 lg:col-start-1 lg:row-start-1">
          <AccountCard user={user} />
          <SignInCard email={user.email} />
          <BillingCard profile={user.billing_profile ?? null} />
          <NotificationsCard />
          <DevicesCard />
          <ApiKeysCard />
          <ConsentsCard />
          <DataCard email={user.email} />
          <AccountDeletionCard />
        </div>
      </div>
    </div>
  );
}
