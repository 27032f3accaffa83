import { DuePoller } from '@luit/platform/scheduling/due-poller';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BILLING_CONFIG, type BillingConfig } from '../config';

/** Lots per statement. */
const BATCH = 200;
/** After a long outage, one statement checks the balances that changed within this time. */
const SPAN = '10 minutes';
/** Longer than any transaction of the ledger. */
const OVERLAP = '1 minute';

/** Publishes credits that expire soon, and balances that fell below the latest request of their account, for auth to send. */
@Injectable()
export class CreditNoticePoller implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(BILLING_CONFIG) private readonly config: BillingConfig,
    private readonly poller: DuePoller,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    const { daysBefore, intervalMs } = this.config.creditNotices;
    if (intervalMs === null) return;
    this.poller.add({
      name: 'expiring-credits',
      dueInMs: `SELECT extract(epoch FROM expiry_notice_due_at(min(expires_at), ${daysBefore}) - now()) * 1000 FROM lots
                 WHERE expires_at IS NOT NULL AND announced_expires_at IS DISTINCT FROM expires_at`,
      withinMs: intervalMs,
      work: () => this.announceExpiring(),
    });
    this.poller.add({
      name: 'low-balances',
      dueInMs: `SELECT extract(epoch FROM checked_until - now()) * 1000 + ${intervalMs} FROM low_balance_check`,
      withinMs: intervalMs,
      work: () => this.checkBalances(),
    });
  }

  /** Safe to run concurrently, in this process and in others. */
  async announceExpiring(): Promise<void> {
    let announced: number;
    do {
      const [row] = await this.database.query<{ lots: string }[]>('SELECT announce_expiring_credits($1, $2) AS lots', [
        this.config.creditNotices.daysBefore,
        BATCH,
      ]);
      announced = Number(row?.lots ?? 0);
    } while (announced === BATCH && !this.scheduler.isStopping);
  }

  /** Safe to run concurrently, in this process and in others. */
  async checkBalances(): Promise<void> {
    let isBehind: boolean;
    do {
      const [row] = await this.database.query<{ isBehind: boolean }[]>(
        'SELECT check_low_balances($1::interval, $2::interval) AS "isBehind"',
        [SPAN, OVERLAP],
      );
      isBehind = row?.isBehind ?? false;
    } while (isBehind && !this.scheduler.isStopping);
  }
}
