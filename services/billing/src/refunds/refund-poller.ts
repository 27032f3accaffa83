import { withCorrelation } from '@luit/platform/tracing/correlation';
import { Poller } from '@luit/platform/scheduling/poller';
import { Inject, Injectable } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RefundSender } from './refund-sender';

const TICK_MS = 1_000;
const BATCH = 10;

/** Retries refunds that are not settled: the process crashed, the request failed, or Razorpay is still processing them. */
@Injectable()
export class RefundPoller extends Poller {
  protected readonly everyMs: number | null;

  constructor(
    private readonly sender: RefundSender,
    @Inject(BILLING_CONFIG) { razorpay, refundScheduleMs }: BillingConfig,
  ) {
    super();
    this.everyMs = razorpay.credentials && Math.min(TICK_MS, refundScheduleMs[0] ?? TICK_MS);
  }

  async round(): Promise<void> {
    await withCorrelation(undefined, () => this.sender.sendDue(BATCH));
  }
}
