import { DuePoller } from '@luit/platform/scheduling/due-poller';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BatchMailer } from '../mails/batch-mailer';

/** SQL on `users u`: the law asks to inform users; accounts that cannot be used, and unconfirmed addresses, are left out. */
export const RECIPIENTS = `u.status = 'active' AND u.email_confirmed_at IS NOT NULL`;

/** Queues the mails of notices in batches, in the order of the users' ids. */
@Injectable()
export class QuarterlyNoticeMailer extends BatchMailer {
  constructor(@InjectDataSource() database: DataSource, poller: DuePoller) {
    super(database, poller, {
      name: 'quarterly-notices',
      kind: 'quarterly_notice',
      isDue: 'EXISTS (SELECT FROM quarterly_notices WHERE completed_at IS NULL)',
    });
  }

  protected async insertMails(manager: EntityManager, size: number): Promise<string[] | null> {
    const [notice] = await manager.query<{ quarter: string }[]>(
      `SELECT quarter FROM quarterly_notices WHERE completed_at IS NULL ORDER BY quarter LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (!notice) return null;
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
    return mails.map(({ id }) => id);
  }
}
