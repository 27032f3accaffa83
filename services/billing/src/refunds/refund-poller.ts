import { whenDue } from '@luit/platform/database/until-due';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';
import { RefundSender } from './refund-sender';

/** Shortest and longest time between two rounds, milliseconds. A refund that an event or a payment requests waits for the longest one. */
const SLEEP = { minMs: 1_000, maxMs: 5_000 };
const BATCH = 10;

/** Retries refunds that are not settled: the process crashed, the request failed, or Razorpay is still processing them. */
@Injectable()
export class RefundPoller implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly sender: RefundSender,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    const { razorpay, refundScheduleMs } = this.config;
    if (!razorpay.credentials) return;
    const [firstRetryMs = SLEEP.maxMs] = refundScheduleMs;
    const sleep = { minMs: Math.min(SLEEP.minMs, firstRetryMs), maxMs: Math.min(SLEEP.maxMs, firstRetryMs) };
    const round = whenDue(this.database, 'refunds', 'next_attempt_at', sleep, () => this.round());
    this.scheduler.every('refunds', sleep.maxMs, round, { firstMs: 0 });
  }

  async round(): Promise<void> {
    await this.sender.sendDue(BATCH);
  }
}
