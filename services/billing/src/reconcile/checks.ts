import type { Check } from '@luit/platform/invariants/scoreboard';
import type { BillingConfig } from '../config';
import { ledgerChecks } from '../invariants/invariants';
import type { HoldComparison } from './hold-comparison';
import type { PaymentComparison } from './payment-comparison';
import type { RefundComparison } from './refund-comparison';

export const NOT_GRANTED = 'what Razorpay captured is granted';

/** Everything billing looks after: its own tables, its holds beside generation's jobs, its payments beside Razorpay's. */
export function billingChecks(
  { everyMs, paymentsEveryMs, refundsEveryMs }: BillingConfig['reconcile'],
  holds: HoldComparison,
  payments: PaymentComparison,
  refunds: RefundComparison,
): Check[] {
  return [
    ...ledgerChecks(),
    { invariant: 'I2', name: 'no hold outlives its job', look: () => holds.settleEnded() },
    {
      invariant: 'I3',
      name: 'a hold ended as its job did',
      everyMs: 10 * everyMs,
      look: () => holds.contradictions(),
    },
    {
      invariant: 'I4',
      name: 'an order that can be paid is looked at',
      look: (query) => payments.scheduleForgotten(query),
    },
    {
      invariant: 'I4',
      name: NOT_GRANTED,
      everyMs: paymentsEveryMs,
      look: () => payments.grantForgotten(),
    },
    {
      invariant: 'I4',
      name: 'what Razorpay gave back is booked',
      everyMs: refundsEveryMs,
      look: () => refunds.bookForgotten(),
    },
  ];
}
