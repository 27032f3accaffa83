import { mailJob } from '@luit/contracts/auth/mails';
import { writeJobs } from '@luit/platform/events/outbox';
import { DuePoller, dueWhile } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { priorityOf } from '../mails/mail-priority';

const WITHIN_MS = 5_000;
const BATCH = 500;

/** SQL on `users u`: the law asks to inform users; accounts that cannot be used, and unconfirmed addresses, are left out. */
export const RECIPIENTS = `u.status = 'active' AND u.email_confirmed_at IS NOT NULL`;

/**
 * Queues the mails of notices in batches. The position in the list of users is written in the transaction of a batch, so that a user gets
 * one mail even if a replica crashes or another one does the same work.
 */
@Injectable()
export class QuarterlyNoticeMailer implements OnApplicationBootstrap {
  private schedule?: Schedule;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'quarterly-notices',
      dueInMs: dueWhile('EXISTS (SELECT FROM quarterly_notices WHERE completed_at IS NULL)'),
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
      const [notice] = await manager.query<{ quarter: string }[]>(
        `SELECT quarter FROM quarterly_notices WHERE completed_at IS NULL ORDER BY quarter LIMIT 1 FOR UPDATE SKIP LOCKED`,
      );
      if (!notice) return false;
      const mails = await manager.query<{ id: string; userId: string }[]>(
        `INSERT INTO mails (user_id, kind, "to", details)
         SELECT u.id, 'quarterly_notice', u.email_as_typed, n.details FROM quarterly_notices n JOIN users u
             ON (n.last_user_id IS NULL OR u.id > n.last_user_id) AND u.created_at <= n.queued_at AND ${RECIPIENTS}
          WHERE n.quarter = $1 ORDER BY u.id LIMIT $2 RETURNING id, user_id AS "userId"`,
        [notice.quarter, size],
      );
      await manager.query(
        `UPDATE quarterly_notices SET mails = mails + $2, last_user_id = coalesce($3, last_user_id),
                completed_at = CASE WHEN $2 < $4 THEN now() END WHERE quarter = $1`,
        [
          notice.quarter,
          mails.length,
          mails
            .map(({ userId }) => userId)
            .sort()
            .at(-1) ?? null,
          size,
        ],
      );
      const ids = mails.map(({ id }) => id);
      if (ids.length > 0) await writeJobs(manager, mailJob, ids, { priority: priorityOf('quarterly_notice') });
      return true;
    });
  }
}
