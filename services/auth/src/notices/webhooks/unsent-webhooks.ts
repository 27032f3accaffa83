import { deliverJob } from '@luit/contracts/auth/webhooks';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Queues } from '@luit/platform/queues/queues';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DUE_WEBHOOKS } from './webhook-attempts.service';

const INTERVAL_MS = 30_000;
const PAGE = 500;
/** Deliveries that have been due for half a minute. */
const DUE = `
  SELECT d.id FROM ${DUE_WEBHOOKS} AND d.due_at < now() - interval '30 seconds' AND d.id > $1 ORDER BY d.id LIMIT ${PAGE}`;

/** Adds the jobs of due deliveries again if Redis has lost their queue entries. */
@Injectable()
export class UnsentWebhooks implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('unsent-webhooks', INTERVAL_MS, () => this.round());
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  @ReconcilesJobs(deliverJob)
  async round(): Promise<void> {
    for await (const due of pagesById(this.database, DUE)) await this.queues.addLost(deliverJob, due);
  }
}
