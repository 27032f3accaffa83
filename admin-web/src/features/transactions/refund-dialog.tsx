import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import type { AdminPayment, AdminTransactionRow } from '@luit/contracts/billing/transactions';
import { Input } from '@luit/ui/input';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { formatNumber, formatPaise } from '../../lib/format';
import { useServices } from '../../lib/services';

/** Razorpay gives back no less than a rupee. */
const MIN_PAISE = 100;

interface RefundDialogProps {
  row: AdminTransactionRow;
  payment: AdminPayment;
  onClose: () => void;
}

/** Gives back rupees of a payment. One open dialog is one intent: pressing twice refunds once. */
export function RefundDialog({ row, payment, onClose }: RefundDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [text, setText] = useState(String(payment.refundablePaise / 100));
  const [key] = useState(() => crypto.randomUUID());
  const paise = /^\d+(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : Number.NaN;
  const isGood = paise >= MIN_PAISE && paise <= payment.refundablePaise;

  const refund = async () => {
    const path = `/api/admin/transactions/${row.id}/refund`;
    const receipt = await client.send<RefundReceipt>('POST', path, { amount: paise / 100 }, `${key}-${paise}`);
    toast.success(`${formatPaise(receipt.amountPaise)} go back, with ${formatNumber(receipt.credits)} credits`);
    await cache.invalidateQueries();
  };

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Refund this purchase"
      description={`${row.description}, ${row.user_email ?? 'a guest'}`}
      confirmLabel={isGood ? `Refund ${formatPaise(paise)}` : 'Refund'}
      isDangerous
      isDisabled={!isGood}
      onConfirm={refund}
    >
      <Input
        label="Rupees"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isGood ? undefined : `From ₹1.00 to ${formatPaise(payment.refundablePaise)}`}
        hint="The unspent credits this money bought are taken back with it."
      />
    </ConfirmDialog>
  );
}
