import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RefundSender } from './refund-sender';

const INTERVAL_MS = 1_000;
const BATCH = 10;

/** Retries refunds that are not settled: the process crashed, the request failed, or Razorpay is still processing them. */
@Injectable()
export class RefundPoller implements OnApplicationBootstrap {
  constructor(
    private readonly sender: RefundSender,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    const { razorpay, refundScheduleMs } = this.config;
    const intervalMs = Math.min(INTERVAL_MS, refundScheduleMs[0] ?? INTERVAL_MS);
    if (razorpay.credentials) this.scheduler.every('refunds', intervalMs, () => this.round());
  }

  async round(): Promise<void> {
    await this.sender.sendDue(BATCH);
  }
}
