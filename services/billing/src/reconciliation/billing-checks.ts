import type { Check } from '@luit/platform/invariants/invariant-monitor';
import type { BillingConfig } from '../config';
import { ledgerChecks } from '../invariants/ledger-invariants';
import type { HoldReconciler } from './hold-reconciler';
import type { PaymentReconciler } from './payment-reconciler';
import type { RefundReconciler } from './refund-reconciler';

export const CAPTURED_IS_GRANTED = 'what Razorpay captured is granted';

/** Everything billing looks after: its own tables, its holds beside generation's jobs, its payments beside Razorpay's. */
export function billingChecks(
  { everyMs, paymentsEveryMs, refundsEveryMs }: BillingConfig['reconcile'],
  holds: HoldReconciler,
  payments: PaymentReconciler,
  refunds: RefundReconciler,
): Check[] {
  return [
    ...ledgerChecks(),
    { invariant: 'I2', name: 'no hold outlives its job', look: () => holds.settleOutlived() },
    {
      invariant: 'I3',
      name: 'a hold ended as its job did',
      everyMs: 10 * everyMs,
      look: () => holds.findContradictions(),
    },
    {
      invariant: 'I4',
      name: 'an order that can be paid is looked at',
      look: (query) => payments.scheduleMissed(query),
    },
    {
      invariant: 'I4',
      name: CAPTURED_IS_GRANTED,
      everyMs: paymentsEveryMs,
      look: () => payments.grantMissed(),
    },
    {
      invariant: 'I4',
      name: 'what Razorpay gave back is booked',
      everyMs: refundsEveryMs,
      look: () => refunds.recordMissed(),
    },
  ];
}
