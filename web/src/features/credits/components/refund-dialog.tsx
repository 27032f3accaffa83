import { t } from '@lingui/core/macro';
import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { formatCredits, formatDate, formatMoney } from '../../../lib/format';
import { useServices } from '../../../lib/services';
import { useIntent } from '../../../lib/use-intent';
import { refundPurchase } from '../api/refund-purchase';
import { creditsCopy } from '../copy';
import { transactionText } from '../../../shared/credits/transaction-texts';

const PAISE_PER_RUPEE = 100;

interface RefundDialogProps {
  purchase: Pick<CreditTransaction, 'id' | 'description'>;
  refundable: NonNullable<CreditTransaction['refundable']>;
  onClose: () => void;
}

export function RefundDialog({ purchase, refundable, onClose }: RefundDialogProps) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  // The shown amount may be outdated; the server recalculates it and the receipt contains the actual one.
  const refund = useIntent('refund', (id: string, key) => refundPurchase(api, id, key), {
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['credits'] }),
  });
  if (refund.data) {
    const { amountPaise, isDelayed } = refund.data;
    return (
      <Dialog isOpen onClose={onClose} title={t`Refund requested`}>
        <div className="grid gap-5">
          <p>
            {(isDelayed ? creditsCopy.refunded.delayed : refundOnItsWay)(formatMoney(amountPaise / PAISE_PER_RUPEE))}
          </p>
          <Button onClick={onClose}>{t`Close`}</Button>
        </div>
      </Dialog>
    );
  }
  const amount = formatMoney(refundable.amountPaise / PAISE_PER_RUPEE);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Refund unused credits`}
      description={transactionText(purchase.description)}
    >
      <div className="grid gap-5">
        {refund.error && <Alert tone="danger">{refund.error.message}</Alert>}
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 rounded-card bg-sunken p-4">
          <dt>{t`Refunded to your payment method`}</dt>
          <dd className="text-right font-semibold tabular-nums">{amount}</dd>
          <dt>{t`Removed from your balance`}</dt>
          <dd className="text-right font-semibold tabular-nums">{formatCredits(refundable.credits)}</dd>
        </dl>
        <p className="text-sm text-muted">{t`Available until ${{ until: formatDate(refundable.until) }} for credits that aren’t used or held. Banks usually take 5-7 business days.`}</p>
        <Button tone="accent" size="lg" busy={refund.isPending} onClick={() => refund.mutate(purchase.id)}>
          {t`Refund ${amount}`}
        </Button>
      </div>
    </Dialog>
  );
}

function refundOnItsWay(amount: string) {
  return t`${amount} is on its way to your original payment method.`;
}
