import { MIN_REFUND_PAISE } from '@luit/contracts/billing/limits';
import type { Approval } from '@luit/contracts/billing/approvals';
import { toPaise } from '@luit/contracts/billing/money';
import type { RefundPreview, RefundReceipt } from '@luit/contracts/billing/refunds';
import type { AdminPayment, AdminTransactionRow } from '@luit/contracts/billing/transactions';
import { Alert } from '@luit/ui/alert';
import { Input } from '@luit/ui/input';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@luit/ui/toaster';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ConfirmationField } from '../../components/confirmation-field';
import { isReason, ReasonField } from '../../components/reason-field';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber, formatPaise } from '../../lib/format';
import { useServices } from '../../lib/services';
import { waitingText } from '../approvals/approval-words';

interface RefundDialogProps {
  row: AdminTransactionRow;
  payment: AdminPayment;
  onClose: () => void;
}

type Preview = RefundPreview & {
  needsConfirmation: boolean;
  needsApproval: boolean;
  approveAbovePaise: number | null;
  unapprovedPaise: number;
};
type Answer = Omit<RefundReceipt, 'refundId'> & { approval: Approval | null };

/** Refunds part or all of a payment. Submitting the same amount again before there is an answer refunds once. */
export function RefundDialog({ row, payment, onClose }: RefundDialogProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [text, setText] = useState(String(payment.refundablePaise / 100));
  const [reason, setReason] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const paise = toPaise(text.trim());
  const isValid = paise >= MIN_REFUND_PAISE && paise <= payment.refundablePaise;
  const path = `/api/admin/transactions/${row.id}`;
  const preview = useQuery({
    queryKey: ['refund-preview', row.id, paise],
    queryFn: ({ signal }) => client.get<Preview>(`${path}/refund-preview?amount=${paise / 100}`, signal),
    enabled: isValid,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;
  const isCurrent = isValid && data?.amountPaise === paise && !preview.isFetching;
  const isConfirmed = !data?.needsConfirmation || confirmation.trim() === String(paise / 100);

  const refund = async () => {
    const amount = paise / 100;
    const body = { amount, reason: reason.trim(), confirmation: confirmation.trim() };
    const receipt = await client.send<Answer>('POST', `${path}/refund`, body, { amount });
    toast.success(
      receipt.approval
        ? waitingText(receipt.approval)
        : `Refunded ${formatPaise(receipt.amountPaise)} and deducted ${formatNumber(receipt.credits)} credits`,
    );
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
      isDisabled={!isCurrent || !isConfirmed || !isReason(reason)}
      onConfirm={refund}
    >
      <Input
        label="Amount (₹)"
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isValid ? undefined : `Enter an amount from ₹1.00 to ${formatPaise(payment.refundablePaise)}`}
      />
      {isValid && preview.isError && <Alert tone="danger">{errorMessage(preview.error)}</Alert>}
      {isValid && data && !preview.isError && <Terms terms={data} isCurrent={isCurrent} />}
      {isValid && data?.needsApproval && <Alert tone="info">{whyApproval(data)}</Alert>}
      <ReasonField value={reason} onChange={setReason} />
      {isValid && data?.needsConfirmation && (
        <ConfirmationField expected={String(paise / 100)} value={confirmation} onChange={setConfirmation} />
      )}
    </ConfirmDialog>
  );
}

/** Why a second operator has to approve this refund. */
function whyApproval({ unapprovedPaise, approveAbovePaise }: Preview): string {
  const text = 'A second operator must approve this refund';
  if (approveAbovePaise === null) return `${text}.`;
  const limit = formatPaise(approveAbovePaise);
  if (unapprovedPaise === 0) return `${text}: it is above ${limit}.`;
  return `${text}: together with the ${formatPaise(unapprovedPaise)} that you refunded to this buyer in the last 24 hours, it is above ${limit}.`;
}

/** Exactly what the buyer gets and loses. */
function Terms({ terms, isCurrent }: { terms: Preview; isCurrent: boolean }) {
  const { amountPaise, credits, keptCredits, balanceAfter, refundableAfterPaise } = terms;
  const rows = [
    ['Refunded to the buyer', formatPaise(amountPaise)],
    ['Credits clawed back', formatNumber(credits)],
    ...(keptCredits > 0 ? [['Credits already used, not deducted', formatNumber(keptCredits)]] : []),
    ['Balance afterward', `${formatNumber(balanceAfter)} credits`],
    ['Still refundable afterward', formatPaise(refundableAfterPaise)],
  ] as const;
  return (
    <dl
      aria-label="Preview"
      aria-live="polite"
      className={`grid gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-sm ${isCurrent ? '' : 'opacity-60'}`}
    >
      {rows.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
