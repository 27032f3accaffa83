import type { Approval } from '@luit/contracts/billing/approvals';
import { MIN_REFUND_PAISE, PAID_REFERENCE_LIMITS } from '@luit/contracts/billing/limits';
import type { OrderRefund } from '@luit/contracts/billing/order-statements';
import type { RefundAttempts } from '@luit/contracts/billing/refunds';
import type { AdminTransactionDetails } from '@luit/contracts/billing/transactions';
import { Alert } from '@luit/ui/alert';
import { Button } from '@luit/ui/button';
import { Input } from '@luit/ui/input';
import { toast } from '@luit/ui/toaster';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IfPermitted } from '../../components/if-permitted';
import { ReasonedDialog } from '../../components/reasoned-dialog';
import { errorMessage } from '../../lib/admin-error';
import { formatNumber, formatPaise, formatTime } from '../../lib/format';
import { useServices } from '../../lib/services';
import { useCan } from '../../lib/operator';
import { RefundDialog } from '../transactions/refund-dialog';
import { waitingText } from '../approvals/approval-words';
import type { OrderView } from './order-view';

/** Money of the order that is owed to its payer: refunds that are not paid, and payments that do not match the order. */
export function OwedMoney({ order }: { order: OrderView }) {
  const open = (order.refunds ?? []).filter((refund) => isNotAccepted(refund) || refund.isOverdue);
  return (
    <>
      {open.map((refund) => (
        <OwedRefund key={refund.id} refund={refund} />
      ))}
      {(order.unmatchedPayments ?? []).map((payment) => (
        <UnmatchedPayment key={payment.id} payment={payment} ordered={order.amountPaise} />
      ))}
    </>
  );
}

/** The first attempt takes less than a second, so a refund that is still to be sent has failed at least once. */
function isNotAccepted({ state, isAccepted, attempts }: OrderRefund): boolean {
  return state === 'requested' && !isAccepted && attempts > 0;
}

function OwedRefund({ refund }: { refund: OrderRefund }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const retry = useMutation({
    mutationFn: () => client.send<RefundAttempts>('POST', `/api/admin/refunds/${refund.id}/retry`, {}),
    onSuccess: (result) => toast.success(resultOf(result)),
    onSettled: () => cache.invalidateQueries({ queryKey: ['order'] }),
  });
  const [isPaying, setPaying] = useState(false);
  const { amountPaise, paymentId, attempts, lastError, nextAttemptAt, isAccepted } = refund;
  return (
    <section
      aria-label={`Refund of ${formatPaise(amountPaise)}`}
      className="mb-5 grid gap-3 rounded-card border border-danger/50 bg-danger-wash p-4 text-sm"
    >
      <div className="grid gap-1">
        <p className="font-semibold text-danger">
          {isAccepted
            ? `Razorpay accepted the refund of ${formatPaise(amountPaise)} for ${paymentId}, but the bank has not paid it within ten days. Ask Razorpay’s support.`
            : `The refund of ${formatPaise(amountPaise)} for ${paymentId} is owed and not paid.`}
        </p>
        <p className="wrap-anywhere">
          {[
            `Attempts: ${formatNumber(attempts)}. Last error: ${lastError ?? 'none'}.`,
            nextAttemptAt && `Next attempt: ${formatTime(nextAttemptAt)}.`,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      {retry.isError && <Alert tone="danger">{errorMessage(retry.error)}</Alert>}
      <IfPermitted permission="transactions.refund">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
            Retry now
          </Button>
          {!isAccepted && (
            <Button size="sm" tone="secondary" onClick={() => setPaying(true)}>
              Paid in another way…
            </Button>
          )}
        </div>
      </IfPermitted>
      {isPaying && <PaidDialog refund={refund} onClose={() => setPaying(false)} />}
    </section>
  );
}

/** Closes a refund that can never go through Razorpay. */
function PaidDialog({ refund: { id, amountPaise }, onClose }: { refund: OrderRefund; onClose: () => void }) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [text, setText] = useState('');
  const reference = text.trim();
  const amount = formatPaise(amountPaise);
  const record = async (reason: string) => {
    const path = `/api/admin/refunds/${id}/paid-otherwise`;
    const { approval } = await client.send<{ approval: Approval | null }>('POST', path, { reference, reason });
    toast.success(approval ? waitingText(approval) : `Recorded that the refund of ${amount} is paid`);
    await cache.invalidateQueries({ queryKey: ['order'] });
  };
  return (
    <ReasonedDialog
      onClose={onClose}
      title={`The refund of ${amount} was paid in another way`}
      description="Record this only after you have paid the customer, for example by bank transfer because the card was closed. Luit stops its attempts and emails the customer the reference."
      confirmLabel={`Record that ${amount} is paid`}
      isDisabled={reference.length < PAID_REFERENCE_LIMITS.min}
      onConfirm={record}
    >
      <Input
        label="Reference, for example the UTR of the bank transfer"
        value={text}
        maxLength={PAID_REFERENCE_LIMITS.max}
        onChange={({ target }) => setText(target.value)}
      />
    </ReasonedDialog>
  );
}

function resultOf({ state, isAccepted, lastError, nextAttemptAt }: RefundAttempts): string {
  if (state === 'processed') return 'The refund is paid';
  if (isAccepted) return 'Razorpay has accepted the refund';
  if (state === 'failed') return 'Nothing of this payment is left to refund';
  const next = nextAttemptAt ? ` Next attempt: ${formatTime(nextAttemptAt)}.` : '';
  return `The refund is not paid: ${lastError ?? 'an attempt is running'}.${next}`;
}

/** Refunds a purchase, or a part of it. */
export function RefundPurchase({ order: { transactionId, money } }: { order: OrderView }) {
  const mayRefund = useCan('transactions.refund');
  const { client } = useServices();
  const [isRefunding, setRefunding] = useState(false);
  const { data: row, error } = useQuery({
    queryKey: ['transaction', transactionId],
    queryFn: ({ signal }) => client.get<AdminTransactionDetails>(`/api/admin/transactions/${transactionId}`, signal),
    enabled: isRefunding,
  });
  if (!mayRefund || transactionId === null || money.keptPaise < MIN_REFUND_PAISE) return null;
  const isOpen = isRefunding && row?.payment && row.payment.refundablePaise >= MIN_REFUND_PAISE;
  return (
    <>
      <Button size="sm" tone="secondary" busy={isRefunding && !row && !error} onClick={() => setRefunding(true)}>
        Refund…
      </Button>
      {isRefunding && error && <Alert tone="danger">{errorMessage(error)}</Alert>}
      {isRefunding && row && !isOpen && <Alert tone="info">Nothing of this payment can be refunded.</Alert>}
      {isOpen && row.payment && <RefundDialog row={row} payment={row.payment} onClose={() => setRefunding(false)} />}
    </>
  );
}

interface UnmatchedPaymentProps {
  payment: NonNullable<OrderView['unmatchedPayments']>[number];
  /** Paise. */
  ordered: number;
}

function UnmatchedPayment({ payment: { id, amountPaise, currency }, ordered }: UnmatchedPaymentProps) {
  const { client } = useServices();
  const cache = useQueryClient();
  const [isRefunding, setRefunding] = useState(false);
  const amount = currency === 'INR' ? formatPaise(amountPaise) : `${formatNumber(amountPaise / 100)} ${currency}`;
  const refund = async (reason: string) => {
    const path = `/api/admin/payments/${encodeURIComponent(id)}/refund`;
    const { approval } = await client.send<{ approval: Approval | null }>('POST', path, { reason });
    toast.success(approval ? waitingText(approval) : `Requested the refund of ${amount}`);
    await cache.invalidateQueries({ queryKey: ['order'] });
  };
  return (
    <section
      aria-label={`Payment ${id}`}
      className="mb-5 grid gap-3 rounded-card border border-danger/50 bg-danger-wash p-4 text-sm"
    >
      <p className="font-semibold text-danger">
        {`The payment ${id} of ${amount} does not match this order of ${formatPaise(ordered)}. Luit has granted nothing for it.`}
      </p>
      <IfPermitted permission="transactions.refund">
        <Button size="sm" className="justify-self-start" onClick={() => setRefunding(true)}>
          Refund this payment…
        </Button>
      </IfPermitted>
      {isRefunding && (
        <ReasonedDialog
          onClose={() => setRefunding(false)}
          title={`Refund ${amount}`}
          description={`The whole payment ${id} goes back to its payment method.`}
          confirmLabel={`Refund ${amount}`}
          onConfirm={refund}
        />
      )}
    </section>
  );
}
