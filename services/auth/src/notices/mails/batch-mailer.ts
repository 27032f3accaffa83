import { mailJob, type MailKind } from '@luit/contracts/auth/mails';
import { writeJobs } from '@luit/platform/events/outbox';
import { type DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { priorityOf } from './mail-priority';

const WITHIN_MS = 5_000;
const BATCH = 500;

interface BatchMailerOptions {
  /** Name of the schedule. */
  name: string;
  kind: MailKind;
  /** SQL: there are mails to queue. */
  isDue: string;
}

/**
 * Queues mails to many users in batches. The transaction of a batch also records its progress, so that a user gets one mail even if a
 * replica crashes or another one does the same work.
 */
export abstract class BatchMailer implements OnApplicationBootstrap {
  private schedule?: Schedule;

  constructor(
    private readonly database: DataSource,
    private readonly poller: DuePoller,
    private readonly options: BatchMailerOptions,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: this.options.name,
      dueInMs: dueWhile(this.options.isDue),
      withinMs: WITHIN_MS,
      work: async () => {
        while (await this.queueBatch());
      },
    });
  }

  runNow(): void {
    this.schedule?.runNow();
  }

  /** @param size users at most @returns whether there may be more to do */
  queueBatch(size = BATCH): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const ids = await this.insertMails(manager, size);
      if (!ids) return false;
      const { kind } = this.options;
      if (ids.length > 0) await writeJobs(manager, mailJob, ids, { priority: priorityOf(kind) });
      return true;
    });
  }

  /** Inserts the mails of a batch, and records the progress. Null if there is nothing to do. */
  protected abstract insertMails(manager: EntityManager, size: number): Promise<string[] | null>;
}
