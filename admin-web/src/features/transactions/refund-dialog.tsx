import { MIN_REFUND_PAISE } from '@luit/contracts/billing/limits';
import type { RefundReceipt } from '@luit/contracts/billing/refunds';
import type { AdminPayment, AdminTransactionRow } from '@luit/contracts/billing/transactions';
import { Input } from '@luit/ui/input';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { formatNumber, formatPaise } from '../../lib/format';
import { useServices } from '../../lib/services';

interface RefundDialogProps {
  row: AdminTransactionRow;
  payment: AdminPayment;
  onClose: () => void;
}

/** Refunds part or all of a payment. One idempotency key per dialog and amount: submitting twice refunds once. */
export function RefundDialog({ row, payment, onClose }: RefundDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [text, setText] = useState(String(payment.refundablePaise / 100));
  const [key] = useState(() => crypto.randomUUID());
  const paise = /^\d+(\.\d{1,2})?$/.test(text.trim()) ? Math.round(Number(text) * 100) : Number.NaN;
  const isValid = paise >= MIN_REFUND_PAISE && paise <= payment.refundablePaise;

  const refund = async () => {
    const path = `/api/admin/transactions/${row.id}/refund`;
    const receipt = await client.send<RefundReceipt>('POST', path, { amount: paise / 100 }, `${key}-${paise}`);
    toast.success(`Refunded ${formatPaise(receipt.amountPaise)} and deducted ${formatNumber(receipt.credits)} credits`);
    await cache.invalidateQueries();
  };

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Refund this purchase?"
      description={`${row.description}, ${row.user_email ?? 'guest'}`}
      confirmLabel={isValid ? `Refund ${formatPaise(paise)}` : 'Refund'}
      isDangerous
      isDisabled={!isValid}
      onConfirm={refund}
    >
      <Input
        label="Amount (₹)"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isValid ? undefined : `Enter an amount from ₹1.00 to ${formatPaise(payment.refundablePaise)}`}
        hint="Unspent credits of this purchase are deducted in proportion."
      />
    </ConfirmDialog>
  );
}
