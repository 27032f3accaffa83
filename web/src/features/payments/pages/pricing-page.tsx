import { t } from '@lingui/core/macro';
import { isRecommended } from '@luit/contracts/billing/pack-savings';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { Button, buttonClass } from '@luit/ui/button';
import { ErrorState } from '@luit/ui/error-state';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { connectivity } from '../../../lib/connectivity';
import { Faq } from '../../../lib/faq';
import { PageHead } from '../../../lib/page-head';
import { useServices, useSession } from '../../../lib/services';
import { pricingQuery } from '../../../shared/credits/api/get-pricing';
import { RedeemCode } from '../../../shared/credits/components/redeem-code';
import { DraftReminder } from '../../../shared/drafts/components/draft-reminder';
import { HowItWorks } from '../components/how-it-works';
import { PackCard } from '../components/pack-card';
import { PaymentNotice } from '../../../shared/payments/components/payment-notice';
import { MadeWithLuit } from '../components/made-with-luit';
import { LabelNote } from '../../../shared/credits/components/label-note';
import { countedPlan, RefundLine } from '../../../shared/credits/components/pack-facts';
import { PlanPrices } from '../components/plan-prices';
import { RestorePrices } from '../components/restore-prices';
import { usePayment } from '../../../shared/payments/payment-provider';

function faq(): { question: string; answer: string }[] {
  return [
    {
      question: t`Do credits expire?`,
      answer: t`Credits never expire once you’ve bought them. Promotional credits may expire; your Credit Vault shows the date.`,
    },
    {
      question: t`Can I get a refund?`,
      answer: t`Yes. Unused credits are refundable within 30 days of purchase.`,
    },
    {
      question: t`What happens if a video fails?`,
      answer: t`Failed jobs refund credits automatically. You don’t need to contact us.`,
    },
    {
      question: t`How long does a video take?`,
      answer: t`Most videos are ready within 1-5 minutes. The times listed with the packs are upper limits, not what to expect. While a video runs, you see an estimate from recent videos.`,
    },
  ];
}

/** With two columns, an odd last card spans the row. */
const PACK_GRID = 'grid gap-6 md:grid-cols-2 lg:grid-cols-3 md:max-lg:[&>:last-child:nth-child(odd)]:col-span-2';

export default function PricingPage() {
  const { api } = useServices();
  const { status } = useSession();
  const { data, isError, error, refetch } = useQuery(pricingQuery(api));
  /** The pack that was bought last, below which its messages are. */
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <>
      <PageHead path="/pricing" title={t`Pricing · Luit`} />
      <div className="page pt-14 pb-20 sm:pt-20">
        <div className="max-w-3xl">
          <h1 className="text-display heading">{t`Pay as you go`}</h1>
          <p className="mt-5 max-w-[29.5em] text-lg text-muted">{t`Credits are prepaid in rupees and never expire. You see the price of each video before you generate it.`}</p>
        </div>
        <DraftReminder className="mt-8" />
        <section aria-labelledby="packs" className="mt-10">
          <h2 id="packs" className="sr-only">
            {t`Credit packs`}
          </h2>
          {data && (
            <div className={PACK_GRID}>
              {data.creditPacks.map((pack) => (
                <PackCard
                  key={pack.id}
                  pack={pack}
                  onSale={data.creditPacks}
                  plan={countedPlan(data.videoPlans)}
                  action={
                    <BuyPack
                      pack={pack}
                      tone={isRecommended(pack, data.creditPacks) ? 'accent' : 'primary'}
                      isChosen={chosen === pack.id}
                      onBuy={() => setChosen(pack.id)}
                    />
                  }
                />
              ))}
            </div>
          )}
          {!data && isError && (
            <ErrorState
              title={t`We couldn’t load the credit packs`}
              onRetry={connectivity.unlessOffline(() => void refetch())}
            >
              {error.message}
            </ErrorState>
          )}
          {!data && !isError && (
            <div role="status" aria-label={t`Loading credit packs`} className={PACK_GRID}>
              {Array.from({ length: 3 }, (_, index) => (
                <Skeleton key={index} className="h-136 rounded-card" />
              ))}
            </div>
          )}
        </section>
        {data && (
          <div className="mt-6 grid items-center gap-5 lg:grid-cols-2">
            <RefundLine />
            <LabelNote />
          </div>
        )}
        {status === 'signed-in' && (
          <div className="mt-8 max-w-xl">
            <RedeemCode />
          </div>
        )}
        <MadeWithLuit className="mt-16" />
        {!data && !isError && <Skeleton className="mt-16 h-112 rounded-card" />}
        {data && data.videoPlans.length > 0 && <PlanPrices plans={data.videoPlans} models={data.models} />}
        {data && data.restorePlans.length > 0 && <RestorePrices plans={data.restorePlans} />}
      </div>
      <HowItWorks />
      <Faq title={t`Frequently asked questions`} entries={faq()} className="page py-16 sm:py-20" />
    </>
  );
}

interface BuyPackProps {
  pack: CreditPack;
  tone: 'accent' | 'primary';
  isChosen: boolean;
  onBuy: () => void;
}

function BuyPack({ pack, tone, isChosen, onBuy }: BuyPackProps) {
  const { status } = useSession();
  const { buyPack, loading } = usePayment();
  if (status !== 'signed-in') {
    return (
      <Link to="/auth?mode=signup" state={{ from: { pathname: '/pricing', search: '' } }} className={buttonClass(tone)}>
        {t`Sign Up to Buy`}
      </Link>
    );
  }
  const buy = () => {
    onBuy();
    void buyPack(pack);
  };
  return (
    <div className="grid gap-3">
      {isChosen && <PaymentNotice />}
      <Button tone={tone} busy={isChosen && loading !== null} disabled={loading !== null} onClick={buy}>
        {t`Buy ${{ name: pack.name }}`}
      </Button>
    </div>
  );
}
