import { t } from '@lingui/core/macro';
import type { CreditPack } from '@luit/contracts/billing/packs';
import { Button } from '@luit/ui/button';
import { Skeleton } from '@luit/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { pricingQuery } from '../api/get-pricing';
import { PaymentNotice } from '../../payments/components/payment-notice';
import { usePayment } from '../../payments/payment-provider';
import { optionText } from '../../../lib/option-texts';

/** The smallest pack that covers the shortfall, or the largest pack. */
export function suggestedPack(packs: CreditPack[], shortfall: number): CreditPack | undefined {
  const bySize = [...packs].sort((a, b) => a.credits - b.credits);
  return bySize.find(({ credits }) => credits >= shortfall) ?? bySize.at(-1);
}

/** Offers to buy the pack without leaving the page; the draft survives the reload after the purchase. */
export function SuggestedPack({ shortfall }: { shortfall: number }) {
  const { api } = useServices();
  const { data, isPending } = useQuery(pricingQuery(api));
  const { buyPack, loading } = usePayment();
  const pack = suggestedPack(data?.creditPacks ?? [], shortfall);
  // What is above the button must not move when its price arrives.
  if (isPending) return <Skeleton className="h-11 w-56 max-w-full" />;
  if (!pack) return null;
  return (
    <div className="grid gap-3">
      <PaymentNotice />
      <Button
        tone="accent"
        className="py-2 text-sm! whitespace-normal!"
        busy={loading !== null}
        onClick={() => void buyPack(pack)}
      >
        {t`Buy ${{ name: optionText(pack.name) }} for ${{ price: formatMoney(pack.price) }}`}
      </Button>
    </div>
  );
}
