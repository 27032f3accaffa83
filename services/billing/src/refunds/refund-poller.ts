import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RefundSender } from './refund-sender';

/** The longest delay of a refund that an event or a payment requests, milliseconds. */
const WITHIN_MS = 5_000;
const REPEAT_MS = 1_000;
const BATCH = 10;

/** Retries refunds that are not settled: the process crashed, the request failed, or Razorpay is still processing them. */
@Injectable()
export class RefundPoller implements OnApplicationBootstrap {
  constructor(
    private readonly sender: RefundSender,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    const { razorpay, refundScheduleMs } = this.config;
    if (!razorpay.credentials) return;
    const [firstRetryMs = WITHIN_MS] = refundScheduleMs;
    this.poller.add({
      name: 'refunds',
      dueInMs: earliest('refunds', 'next_attempt_at'),
      withinMs: Math.min(WITHIN_MS, firstRetryMs),
      repeatMs: Math.min(REPEAT_MS, firstRetryMs),
      work: () => this.round(),
    });
  }

  async round(): Promise<void> {
    await this.sender.sendDue(BATCH);
  }
}
