import { MAX_COMPLETION_AGE_MS, seenKey } from '@luit/contracts/auth/completion-mails';
import type { RequestType } from '@luit/contracts/generation/plans';
import type { RequestSettled } from '@luit/contracts/generation/requests';
import { REDIS } from '@luit/platform/platform.module';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Redis } from 'ioredis';
import { DataSource, type EntityManager } from 'typeorm';
import { MailsService } from '../mails/mails.service';

/** Time for a client to acknowledge the outcome, or to reconnect and do so, milliseconds. */
const DELAY_MS = 15_000;
const INTERVAL_MS = 5_000;
const BATCH = 200;

interface OwedMail {
  request_id: string;
  user_id: string;
  type: RequestType;
  has_succeeded: boolean;
  is_fresh: boolean;
}

/** Mails owners about finished requests whose outcome none of their clients has acknowledged. Once per request. */
@Injectable()
export class CompletionMailer implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
    private readonly mails: MailsService,
    private readonly scheduler: Scheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.every('completion-mails', INTERVAL_MS, () => this.sendDue());
  }

  /** Records that the owner is to be mailed. Guests have no account; canceled requests carry no completion. */
  async owe({ requestId, outcome, completion }: RequestSettled, manager: EntityManager): Promise<void> {
    if (!completion) return;
    await manager.query(
      `INSERT INTO completion_mails (request_id, user_id, type, has_succeeded, completed_at, due_at)
       SELECT $1, id, $3, $4, $5, now() + $6 * interval '1 millisecond' FROM users WHERE id = $2 AND status = 'active'
           ON CONFLICT (request_id) DO NOTHING`,
      [requestId, completion.ownerId, completion.type, outcome === 'succeeded', completion.completedAt, DELAY_MS],
    );
  }

  private async sendDue(): Promise<number | void> {
    const due = await this.findDue();
    if (due.length > 0) await this.settle(due);
    if (due.length === BATCH) return 0;
  }

  private findDue(): Promise<OwedMail[]> {
    return this.database.query(
      `SELECT request_id, user_id, type, has_succeeded,
              completed_at > now() - $1 * interval '1 millisecond' AS is_fresh
         FROM completion_mails WHERE due_at <= now() ORDER BY due_at LIMIT ${BATCH}`,
      [MAX_COMPLETION_AGE_MS],
    );
  }

  /** Deletes the rows and queues the mails in one transaction. Rows that another replica has deleted are left to it. */
  private async settle(due: OwedMail[]): Promise<void> {
    const seen = await this.redis.mget(due.map(({ request_id: id }) => seenKey(id)));
    await this.database.transaction(async (manager) => {
      const [deleted] = await manager.query<[{ request_id: string }[], number]>(
        `DELETE FROM completion_mails WHERE request_id = ANY ($1) RETURNING request_id`,
        [due.map(({ request_id: id }) => id)],
      );
      const own = new Set(deleted.map(({ request_id: id }) => id));
      const unseen = due.filter((mail, index) => own.has(mail.request_id) && mail.is_fresh && seen[index] === null);
      for (const { user_id: userId, request_id: requestId, type, has_succeeded: hasSucceeded } of unseen) {
        await this.mails.queueRequestFinished(manager, { userId, requestId, type, hasSucceeded });
      }
    });
  }
}
