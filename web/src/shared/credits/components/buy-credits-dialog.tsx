import { t } from '@lingui/core/macro';
import { isRecommended } from '@luit/contracts/billing/pack-savings';
import { Alert } from '@luit/ui/alert';
import { Badge } from '@luit/ui/badge';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { RadioCard, RadioCardGroup } from '@luit/ui/radio-card';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCredits, formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { LabelNote } from './label-note';
import { countedPlan, PackFacts, RefundLine } from './pack-facts';
import { PaymentNotice } from '../../payments/components/payment-notice';
import { usePayment } from '../../payments/payment-provider';
import { pricingQuery } from '../api/get-pricing';
import { optionText } from '../../../lib/option-texts';

interface BuyCreditsDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export default function BuyCreditsDialog({ isOpen, onClose }: BuyCreditsDialogProps) {
  const { api } = useServices();
  const { data, isError } = useQuery(pricingQuery(api));
  const { buyPack, loading, clearError } = usePayment();
  const [chosen, setChosen] = useState<string | null>(null);
  const packs = data?.creditPacks ?? [];
  const pack = packs.find(({ id }) => id === chosen) ?? packs.find((item) => isRecommended(item, packs)) ?? packs[0];

  const close = () => {
    clearError();
    onClose();
  };
  const pay = async () => {
    // The checkout is a modal too, so this dialog closes to avoid two competing focus traps.
    if (pack && (await buyPack(pack))) close();
  };

  return (
    <Dialog
      isOpen={isOpen && loading !== 'checkout'}
      onClose={close}
      title={t`Buy credits`}
      description={t`Purchased credits never expire.`}
    >
      <div className="grid gap-5">
        {isError && <Alert tone="danger">{t`We couldn’t load the credit packs.`}</Alert>}
        {!data && !isError && <Skeleton className="h-52" />}
        {packs.length > 0 && (
          <RadioCardGroup legend={t`Choose a pack`} className="grid gap-2.5">
            {packs.map((item) => (
              <RadioCard
                key={item.id}
                name="pack"
                value={item.id}
                label={optionText(item.name)}
                checked={item.id === pack?.id}
                onChoose={setChosen}
                className="pr-12"
              >
                <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="font-semibold">
                    <span>{optionText(item.name)}</span>{' '}
                    {isRecommended(item, packs) && <Badge tone="accent">{t`Popular`}</Badge>}
                  </span>
                  <span className="font-semibold tabular-nums">{formatMoney(item.price)}</span>
                </span>
                <span className="block text-sm font-semibold">{formatCredits(item.credits)}</span>
                <PackFacts pack={item} onSale={packs} plan={countedPlan(data?.videoPlans ?? [])} />
              </RadioCard>
            ))}
          </RadioCardGroup>
        )}
        <PaymentNotice />
        <Button tone="accent" size="lg" disabled={!pack} busy={loading !== null} onClick={pay}>
          {pack ? t`Pay ${{ price: formatMoney(pack.price) }}` : t`Buy credits`}
        </Button>
        <RefundLine />
        <LabelNote />
      </div>
    </Dialog>
  );
}
