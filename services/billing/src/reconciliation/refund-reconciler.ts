import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient, type RazorpayPayment } from '../razorpay/razorpay-client';
import { ExternalRefunds } from '../refunds/external-refunds';

const DAY_MS = 86_400_000;

type RecordItem<Item> = (item: Item, payment: RazorpayPayment | null) => Promise<string>;

/** Compares refunds and disputes with Razorpay's lists, to find the ones that no webhook has reported. */
@Injectable()
export class RefundReconciler {
  constructor(
    private readonly razorpay: RazorpayClient,
    private readonly externalRefunds: ExternalRefunds,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Records all disputes and the recent refunds that billing does not know yet. */
  async recordMissed(): Promise<CheckResult> {
    if (!this.config.razorpay.credentials) return { violations: 0 };
    const since = new Date(Date.now() - this.config.reconcile.paymentDays * DAY_MS);
    const refunds = await this.recordAll(this.razorpay.listRefundsSince(since), (refund, payment) =>
      this.externalRefunds.recordRefund(refund, payment),
    );
    const disputes = await this.recordAll(this.razorpay.listDisputes(), (dispute, payment) =>
      this.externalRefunds.recordDispute(dispute, payment),
    );
    return { violations: 0, repaired: refunds + disputes };
  }

  /** Returns how many items changed something. Payments of other systems on the same Razorpay account stay unknown. */
  private async recordAll<Item extends { payment_id: string }>(
    pages: AsyncIterable<Item[]>,
    record: RecordItem<Item>,
  ): Promise<number> {
    let recorded = 0;
    for await (const page of pages) {
      for (const item of page) {
        let outcome = await record(item, null);
        if (outcome === 'unknown_payment') {
          outcome = await record(item, await this.razorpay.fetchPayment(item.payment_id));
        }
        if (!['unchanged', 'unknown_payment'].includes(outcome)) recorded += 1;
      }
    }
    return recorded;
  }
}
