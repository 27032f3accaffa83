import { type Alert, alertBroadcasts, type AlertCause } from '@luit/contracts/alerts/alerts';
import { LuitError } from '@luit/contracts/errors';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminEntity } from '../admins/admin.entity';
import { MailsService } from '../mails/mails.service';

const MAX_PAGE = 100;
/** A source that has not reported for this long is considered gone; its alerts are closed. */
const SOURCE_TIMEOUT = '10 minutes';

interface Report {
  source: string;
  causes: AlertCause[];
}

/** Opens and mails an alert once when its cause appears, and closes it when the cause disappears. */
@Injectable()
export class AlertsService {
  private readonly log = new Logger(AlertsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mails: MailsService,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Reconciles the open alerts of one source with its current causes. Idempotent. */
  async report({ source, causes }: Report): Promise<Record<string, never>> {
    const changes = await this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtext('alerts'), hashtext($1))`, [source]);
      await manager.query(
        `INSERT INTO alert_sources (source, reported_at) VALUES ($1, now())
         ON CONFLICT (source) DO UPDATE SET reported_at = now()`,
        [source],
      );
      const opened = await this.open(manager, source, causes);
      return opened + (await this.close(manager, source, causes));
    });
    if (changes > 0) await this.broadcasts.publish(alertBroadcasts.changed, {});
    return {};
  }

  /** Lists open alerts first, newest first within each group. @throws LuitError `validation_failed` */
  async list({ limit, cursor, isOpen }: { limit: number; cursor?: string; isOpen?: boolean }): Promise<{
    items: Alert[];
    nextCursor: string | null;
    open: number;
  }> {
    if (!Number.isInteger(limit) || limit < 1) throw new LuitError('validation_failed', 'limit is not valid');
    const take = Math.min(limit, MAX_PAGE);
    const rows = await this.database.query<
      (Omit<Alert, 'openedAt' | 'closedAt'> & { openedAt: Date; closedAt: Date | null })[]
    >(
      `SELECT a.id, a.kind, a.subject, a.summary, a.action, a.severity, a.opened_at AS "openedAt", a.closed_at AS "closedAt"
         FROM alerts a LEFT JOIN alerts last ON last.id = $2
        WHERE ($3::boolean IS NULL OR (a.closed_at IS NULL) = $3) AND ($2::uuid IS NULL
              OR (a.closed_at IS NULL, a.id) < (last.closed_at IS NULL, last.id))
        ORDER BY a.closed_at IS NULL DESC, a.id DESC LIMIT $1`,
      [take + 1, cursor ?? null, isOpen ?? null],
    );
    const [{ open }] = (await this.database.query(
      `SELECT count(*)::int AS open FROM alerts WHERE closed_at IS NULL`,
    )) as [{ open: number }];
    const items = rows.slice(0, take).map((row) => ({
      ...row,
      openedAt: row.openedAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    }));
    return { items, nextCursor: rows.length > take ? (items.at(-1)?.id ?? null) : null, open };
  }

  private async open(manager: EntityManager, source: string, causes: AlertCause[]): Promise<number> {
    let changes = 0;
    for (const { kind, subject, summary, action, severity } of causes) {
      const [row] = await manager.query<{ isNew: boolean }[]>(
        `INSERT INTO alerts AS known (source, kind, subject, summary, action, severity) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (source, kind, subject) WHERE closed_at IS NULL DO UPDATE SET summary = excluded.summary,
           action = excluded.action, severity = excluded.severity
           WHERE (known.summary, known.action, known.severity) <> (excluded.summary, excluded.action, excluded.severity)
         RETURNING xmax = 0 AS "isNew"`,
        [source, kind, subject, summary, action, severity],
      );
      if (!row) continue;
      changes += 1;
      if (!row.isNew) continue;
      this.log.warn({ msg: 'Alert opened', kind, subject });
      const admins = await manager.find(AdminEntity, { select: { email: true } });
      for (const { email } of admins) await this.mails.queueAlert(manager, email, { kind, subject, summary, action });
    }
    return changes;
  }

  private async close(manager: EntityManager, source: string, causes: AlertCause[]): Promise<number> {
    const [closed] = await manager.query<[{ kind: string; subject: string }[], number]>(
      `UPDATE alerts SET closed_at = now() WHERE closed_at IS NULL AND (
          (source = $1 AND NOT EXISTS (SELECT FROM jsonb_to_recordset($2) AS cause (kind text, subject text)
             WHERE cause.kind = alerts.kind AND cause.subject = alerts.subject))
          OR source IN (SELECT s.source FROM alert_sources s WHERE s.reported_at < now() - $3::interval))
        RETURNING kind, subject`,
      [source, JSON.stringify(causes), SOURCE_TIMEOUT],
    );
    for (const { kind, subject } of closed) this.log.log({ msg: 'Alert closed', kind, subject });
    return closed.length;
  }
}
