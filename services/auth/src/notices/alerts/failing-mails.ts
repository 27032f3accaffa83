import type { AlertCause } from '@luit/contracts/alerts/alerts';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { DUE_MAILS } from '../../records/queued-mails/mail.entity';
import { MAILING_KINDS } from '../../records/queued-mails/mail-priority';

/**
 * Most mails are sent within a second, and the queue repeats an attempt within minutes. A notice to many users comes after all other mails.
 */
const OVERDUE = `${DUE_MAILS} AND m.created_at < now() - interval '5 minutes'
  AND (m.kind <> ALL ('{${MAILING_KINDS.join()}}') OR m.created_at < now() - interval '1 day')`;

export const HAS_OVERDUE_MAILS = `EXISTS (SELECT FROM ${OVERDUE})`;

/** Alert cause: mails that are not sent. */
@Injectable()
export class FailingMails {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async alertCauses(): Promise<AlertCause[]> {
    const [found] = await this.database.query<{ count: number; minutes: number; kinds: string }[]>(
      `SELECT count(*)::int AS count, floor(extract(epoch FROM now() - min(m.created_at)) / 60)::int AS minutes,
              string_agg(DISTINCT m.kind, ', ' ORDER BY m.kind) AS kinds FROM ${OVERDUE}`,
    );
    if (!found || found.count === 0) return [];
    const mails = found.count === 1 ? '1 email' : `${found.count} emails`;
    return [
      {
        kind: 'mails_failing',
        subject: 'mail',
        summary: `Luit could not send ${mails}, the oldest for ${found.minutes} minutes (${found.kinds.replaceAll('_', ' ')}).`,
        action:
          'Check that workers are running and that the queue “mail” is not paused, and look in the worker logs for the mail server’s response.',
        severity: 'critical',
      },
    ];
  }
}
