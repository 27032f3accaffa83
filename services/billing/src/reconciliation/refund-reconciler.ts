import type { CheckResult } from '@luit/platform/invariants/invariant-monitor';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient, type RazorpayPayment } from '../razorpay/razorpay-client';
import { ExternalRefunds } from '../refunds/external-refunds';

const DAY_MS = 86_400_000;

type Book<Item> = (item: Item, payment: RazorpayPayment | null) => Promise<string>;

/** Compares the money that went back with Razorpay's lists of refunds and disputes: the road that needs no webhook. */
@Injectable()
export class RefundReconciler {
  constructor(
    private readonly razorpay: RazorpayClient,
    private readonly books: ExternalRefunds,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Books the refunds of the last days and the disputes that no webhook told of. */
  async recordMissed(): Promise<CheckResult> {
    if (!this.config.razorpay.credentials) return { violations: 0 };
    const since = new Date(Date.now() - this.config.reconcile.paymentDays * DAY_MS);
    const refunds = await this.bookAll(this.razorpay.refundsSince(since), (refund, payment) =>
      this.books.recordRefund(refund, payment),
    );
    const disputes = await this.bookAll(this.razorpay.disputes(), (dispute, payment) =>
      this.books.recordDispute(dispute, payment),
    );
    return { violations: 0, repaired: refunds + disputes };
  }

  /** Answers of how many there was news. What belongs to another shop of the same account stays unknown. */
  private async bookAll<Item extends { payment_id: string }>(
    pages: AsyncIterable<Item[]>,
    book: Book<Item>,
  ): Promise<number> {
    let news = 0;
    for await (const page of pages) {
      for (const item of page) {
        let outcome = await book(item, null);
        if (outcome === 'unknown_payment') outcome = await book(item, await this.razorpay.payment(item.payment_id));
        if (!['unchanged', 'unknown_payment'].includes(outcome)) news += 1;
      }
    }
    return news;
  }
}
