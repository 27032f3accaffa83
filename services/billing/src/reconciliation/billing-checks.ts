import type { Check, CheckResult, Query } from '@luit/platform/invariants/invariant-monitor';
import type { BillingConfig } from '../config';
import { ledgerChecks } from '../invariants/invariants';
import type { HoldReconciler } from './hold-reconciler';
import type { PaymentReconciler } from './payment-reconciler';
import type { RefundReconciler } from './refund-reconciler';

export const CAPTURED_IS_GRANTED = 'a payment captured at Razorpay is granted';
export const REFUND_IS_PAID = 'a refund is accepted by Razorpay within an hour and paid within ten days';

/** Invariants that have their own alerts, which name the causes of a violation. */
export const REPORTED_BY_CAUSE = [CAPTURED_IS_GRANTED, REFUND_IS_PAID];

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
    { invariant: 'I4', name: REFUND_IS_PAID, run: findOverdueRefunds },
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

/** Refunds that violate `REFUND_IS_PAID`. */
export async function findOverdueRefunds(query: Query): Promise<CheckResult> {
  const rows = await query<{ id: string }>(
    `SELECT id FROM overdue_refunds WHERE created_at < now() - interval '1 hour' ORDER BY created_at`,
  );
  return { violations: rows.length, samples: rows.map(({ id }) => id) };
}
