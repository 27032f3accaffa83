import type { CreditTransaction } from '@luit/contracts/billing/transactions';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Dialog } from '@luit/ui/dialog';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCredits, formatDate, formatMoney } from '../../../lib/format';
import { IdempotentCall } from '../../../lib/idempotent-call';
import { useServices } from '../../../lib/services';
import { refundPurchase } from '../api/refund-purchase';
import { creditsCopy } from '../copy';
import { transactionText } from '../transaction-texts';

const PAISE_PER_RUPEE = 100;

interface RefundDialogProps {
  purchase: Pick<CreditTransaction, 'id' | 'description'>;
  refundable: NonNullable<CreditTransaction['refundable']>;
  onClose: () => void;
}

export function RefundDialog({ purchase, refundable, onClose }: RefundDialogProps) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [idempotentCall] = useState(() => new IdempotentCall());
  // The shown amount may be outdated; the server recalculates it and the receipt contains the actual one.
  const refund = useMutation({
    mutationFn: () => idempotentCall.run(purchase.id, (key) => refundPurchase(api, purchase.id, key)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['credits'] }),
  });
  const { refundTitle, refundDone, refundConfirm, close } = creditsCopy;
  if (refund.data) {
    return (
      <Dialog isOpen onClose={onClose} title={refundDone}>
        <div className="grid gap-5">
          <p>{creditsCopy.refundOnItsWay(formatMoney(refund.data.amountPaise / PAISE_PER_RUPEE))}</p>
          <Button onClick={onClose}>{close}</Button>
        </div>
      </Dialog>
    );
  }
  const amount = formatMoney(refundable.amountPaise / PAISE_PER_RUPEE);
  return (
    <Dialog isOpen onClose={onClose} title={refundTitle} description={transactionText(purchase.description)}>
      <div className="grid gap-5">
        {refund.error && <Alert tone="danger">{refund.error.message}</Alert>}
        <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 rounded-card bg-sunken p-4">
          <dt>{creditsCopy.refundMoney}</dt>
          <dd className="text-right font-semibold tabular-nums">{amount}</dd>
          <dt>{creditsCopy.refundCredits}</dt>
          <dd className="text-right font-semibold tabular-nums">{formatCredits(refundable.credits)}</dd>
        </dl>
        <p className="text-sm text-muted">{creditsCopy.refundTerms(formatDate(refundable.until))}</p>
        <Button tone="accent" size="lg" busy={refund.isPending} onClick={() => refund.mutate()}>
          {refundConfirm(amount)}
        </Button>
      </div>
    </Dialog>
  );
}
