import { DuePoller } from '@luit/platform/scheduling/due-poller';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { BatchMailer } from '../mails/batch-mailer';
import { writeBreachEvent } from './breach-changes';
import { REACHABLE } from './breach-mailings';

interface Mailing {
  id: string;
  breachId: string;
  by: string;
  reason: string;
  recipients: number;
  mails: number;
}

/** Inserts at most $3 mails of mailing $2, and marks their accounts in the same statement. */
const INSERT_MAILS = `
  WITH batch AS (
    SELECT u.id, u.email_as_typed FROM breach_accounts a JOIN users u ON u.id = a.user_id
     WHERE a.breach_id = $1 AND a.mailing_id IS NULL AND ${REACHABLE} ORDER BY a.user_id LIMIT $3
  ), marked AS (
    UPDATE breach_accounts a SET mailing_id = $2 FROM batch WHERE a.breach_id = $1 AND a.user_id = batch.id
  )
  INSERT INTO mails (user_id, kind, "to", details)
  SELECT id, 'breach_notice', email_as_typed, jsonb_build_object('mailingId', $2::uuid) FROM batch RETURNING id`;

/** Queues the mails to the people affected by breaches, and records when all are queued. */
@Injectable()
export class BreachMailer extends BatchMailer {
  constructor(@InjectDataSource() database: DataSource, poller: DuePoller) {
    super(database, poller, {
      name: 'breach-notices',
      kind: 'breach_notice',
      isDue: 'EXISTS (SELECT FROM breach_mailings WHERE completed_at IS NULL)',
    });
  }

  protected async insertMails(manager: EntityManager, size: number): Promise<string[] | null> {
    const [mailing] = await manager.query<Mailing[]>(
      `SELECT m.id, m.breach_id AS "breachId", a.email AS by, m.reason, m.recipients, m.mails
         FROM breach_mailings m JOIN admins a ON a.id = m.admin_id
        WHERE m.completed_at IS NULL ORDER BY m.id LIMIT 1 FOR UPDATE OF m SKIP LOCKED`,
    );
    if (!mailing) return null;
    const mails = await manager.query<{ id: string }[]>(INSERT_MAILS, [mailing.breachId, mailing.id, size]);
    await manager.query('UPDATE breach_mailings SET mails = mails + $2 WHERE id = $1', [mailing.id, mails.length]);
    if (mails.length < size) await complete(manager, { ...mailing, mails: mailing.mails + mails.length });
    return mails.map(({ id }) => id);
  }
}

async function complete(manager: EntityManager, { id, breachId, by, reason, recipients, mails }: Mailing) {
  await manager.query('UPDATE breach_mailings SET completed_at = now() WHERE id = $1', [id]);
  await manager.query('UPDATE breaches SET users_notified_at = coalesce(users_notified_at, now()) WHERE id = $1', [
    breachId,
  ]);
  const missing = recipients - mails;
  const deleted = missing > 0 ? ` (${missing} accounts were deleted before)` : '';
  const text = `The notice was emailed to ${mails} of ${recipients} accounts${deleted}: ${reason}`;
  await writeBreachEvent(manager, breachId, { by, what: 'users_notified', text });
}
