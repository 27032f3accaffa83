import { type MailKind, mailJob } from '@luit/contracts/auth/mails';
import { pagesById } from '@luit/platform/database/pages-by-id';
import { oldestUnacknowledged } from '@luit/platform/metrics/metrics';
import { ReconcilesJobs } from '@luit/platform/jobs/reconciles-jobs';
import { Queues } from '@luit/platform/queues/queues';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DUE_MAILS } from '../../records/queued-mails/mail.entity';
import { priorityOf } from '../../records/queued-mails/mail-priority';

const INTERVAL_MS = 30_000;
const PAGE = 500;

/** Mails that have been due for half a minute and that a worker sends. */
const DUE = `
  SELECT m.id, m.kind, extract(epoch FROM now() - m.created_at)::float AS age FROM ${DUE_MAILS}
     AND m.kind <> 'alert' AND m.created_at < now() - interval '30 seconds' AND m.id > $1
   ORDER BY m.id LIMIT ${PAGE}`;

interface DueMail {
  id: string;
  kind: MailKind;
  /** Seconds. */
  age: number;
}

/** Adds the jobs of due mails again if Redis has lost their queue entries. */
@Injectable()
export class UnsentMails implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('unsent-mails', INTERVAL_MS, () => this.round());
  }

  /** One round. Safe to run concurrently, in this process and in others. */
  @ReconcilesJobs(mailJob)
  async round(): Promise<void> {
    let oldest = 0;
    for await (const due of pagesById<DueMail>(this.database, DUE)) {
      oldest = Math.max(oldest, ...due.map(({ age }) => age));
      await this.queues.addLost(
        mailJob,
        due.map(({ id, kind }) => ({ id, priority: priorityOf(kind) })),
      );
    }
    oldestUnacknowledged.set({ service: 'auth', name: mailJob.name }, oldest);
  }
}
