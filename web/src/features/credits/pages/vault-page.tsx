import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { PageTitle } from '../../../lib/page-title';
import { useSession } from '../../../lib/services';
import { DraftReminder } from '../../../shared/drafts/components/draft-reminder';
import { CreditNotices } from '../../../shared/credits/components/credit-notices';
import { RedeemCode } from '../../../shared/credits/components/redeem-code';
import { BalanceCard } from '../components/balance-card';
import { TransactionHistory } from '../components/transaction-history';

const BuyCreditsDialog = lazyPart(() => import('../../../shared/credits/components/buy-credits-dialog'), 'line');

export default function VaultPage() {
  const { user } = useSession();
  const [dialog, setDialog] = useState<{ isOpen: boolean } | null>(null);
  return (
    <div className="page py-10 sm:py-14">
      <PageTitle>{t`Credit Vault`}</PageTitle>
      <p className="text-accent-text text-label eyebrow">{t`Credit Vault`}</p>
      <h1 className="mt-2 text-page heading">{t`Welcome, ${{ name: user?.user_metadata.name ?? user?.email ?? '' }}`}</h1>
      <p className="mt-2 text-muted">{t`Your credit balance and transaction history.`}</p>
      <DraftReminder className="mt-6" />
      <CreditNotices className="mt-6" />
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid gap-6 lg:sticky lg:top-28">
          <BalanceCard onBuy={() => setDialog({ isOpen: true })} />
          <RedeemCode />
        </div>
        <TransactionHistory />
      </div>
      {dialog && (
        <Suspense>
          <BuyCreditsDialog isOpen={dialog.isOpen} onClose={() => setDialog({ isOpen: false })} />
        </Suspense>
      )}
    </div>
  );
}
