import type { Check } from '@luit/platform/invariants/invariant-monitor';
import type { BillingConfig } from '../config';
import { ledgerChecks } from '../invariants/invariants';
import type { HoldReconciler } from './hold-reconciler';
import type { PaymentReconciler } from './payment-reconciler';
import type { RefundReconciler } from './refund-reconciler';

export const CAPTURED_IS_GRANTED = 'a payment captured at Razorpay is granted';

/** All of billing's invariant checks: its own tables, its holds against generation's jobs, its payments against Razorpay. */
export function billingChecks(
  { paymentsIntervalMs, refundsIntervalMs }: BillingConfig['reconcile'],
  holds: HoldReconciler,
  payments: PaymentReconciler,
  refunds: RefundReconciler,
): Check[] {
  return [
    ...ledgerChecks(),
    { invariant: 'I2', name: 'no hold outlives its job', run: () => holds.settleFinished() },
    holds.contradictions(),
    {
      invariant: 'I4',
      name: 'an order that can be paid is polled',
      run: (query) => payments.scheduleMissed(query),
    },
    {
      invariant: 'I4',
      name: CAPTURED_IS_GRANTED,
      everyMs: paymentsIntervalMs,
      run: () => payments.grantMissed(),
    },
    {
      invariant: 'I4',
      name: 'a refund or dispute at Razorpay is recorded',
      everyMs: refundsIntervalMs,
      run: () => refunds.recordMissed(),
    },
  ];
}
