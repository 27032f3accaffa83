import { webPushJob } from '@luit/contracts/auth/web-push';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Queues } from '@luit/platform/queues/queues';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DUE_WEB_PUSHES } from './web-push-messages.service';

const INTERVAL_MS = 30_000;
const PAGE = 500;
/** Messages that have been due for half a minute. */
const DUE = `
  SELECT m.id FROM ${DUE_WEB_PUSHES} AND m.created_at < now() - interval '30 seconds' AND m.id > $1
   ORDER BY m.id LIMIT ${PAGE}`;

/** Adds the jobs of due messages again if Redis has lost their queue entries. */
@Injectable()
export class UnsentWebPushes implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('unsent-web-pushes', INTERVAL_MS, () => this.round());
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  @ReconcilesJobs(webPushJob)
  async round(): Promise<void> {
    for await (const due of pagesById(this.database, DUE)) await this.queues.addLost(webPushJob, due);
  }
}
