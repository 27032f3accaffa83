import type { Finding } from '@luit/platform/invariants/scoreboard';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RazorpayClient, type RemotePayment } from '../razorpay/razorpay.client';
import { RemoteBooks } from '../refunds/remote-books.service';

const DAY_MS = 86_400_000;

type Book<Item> = (item: Item, payment: RemotePayment | null) => Promise<string>;

/** Compares the money that went back with Razorpay's lists of refunds and disputes: the road that needs no webhook. */
@Injectable()
export class RefundComparison {
  constructor(
    private readonly razorpay: RazorpayClient,
    private readonly books: RemoteBooks,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
  ) {}

  /** Books the refunds of the last days and the disputes that no webhook told of. */
  async bookForgotten(): Promise<Finding> {
    if (!this.config.razorpay.credentials) return { violations: 0 };
    const since = new Date(Date.now() - this.config.reconcile.paymentDays * DAY_MS);
    const refunds = await this.bookAll(this.razorpay.refundsSince(since), (refund, payment) =>
      this.books.bookRefund(refund, payment),
    );
    const disputes = await this.bookAll(this.razorpay.disputes(), (dispute, payment) =>
      this.books.bookDispute(dispute, payment),
    );
    return { violations: 0, healed: refunds + disputes };
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
