import {
  type Alert,
  ALERT_SOURCES,
  alertBroadcasts,
  type AlertCause,
  type SilentSource,
  alertCalls,
} from '@luit/contracts/alerts/alerts';
import { LuitError } from '@luit/contracts/errors';
import type { CappedCount } from '@luit/contracts/messages/fields';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Conditions } from '@luit/platform/database/conditions';
import { countRows } from '@luit/platform/database/count-rows';
import { UNPREPARED } from '@luit/platform/database/prepared-statement-client';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AlertMailer } from './alert-mailer';
import { AlertPager } from './alert-pager';
import { ALERT_COLUMNS, type AlertRow, isMuted, toAlert } from './alert-rows';
import { lockAlerts, pagesAfter, placeEffects } from './incidents';

const MAX_PAGE = 100;
/** Alerts of a source that has not reported for this long are closed. */
const SOURCE_TIMEOUT = '10 minutes';
/** They report whenever auth runs, so after a time without reports auth itself was down. */
const OWN_SOURCES = ['auth', 'processes'];
/** Sources report once a minute, and twice in a row may be late. */
const SILENT_AFTER = '3 minutes';

interface AlertList extends CappedCount {
  items: Alert[];
  nextCursor: string | null;
  open: number;
  muted: number;
  silentSources: SilentSource[];
}

/** Opens and pages an alert once when its cause appears, and closes it when the cause disappears. */
@Injectable()
export class AlertsService {
  private readonly log = new Logger(AlertsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly pager: AlertPager,
    private readonly mailer: AlertMailer,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Reconciles the open alerts of one source with its current causes. Idempotent. */
  @OnCall(alertCalls.reportAlerts)
  async report({ source, causes }: RequestOf<typeof alertCalls.reportAlerts>): Promise<void> {
    const changes = await this.database.transaction(async (manager) => {
      await lockAlerts(manager);
      await manager.query(
        `INSERT INTO alert_sources (source, reported_at) VALUES ($1, now())
         ON CONFLICT (source) DO UPDATE SET reported_at = now()`,
        [source],
      );
      const changed = (await this.open(manager, source, causes)) + (await this.close(manager, source, causes));
      if (changed === 0) return 0;
      await placeEffects(manager);
      await this.pager.pageDue(manager);
      return changed;
    });
    if (changes === 0) return;
    this.mailer.runNow();
    await this.broadcasts.publish(alertBroadcasts.changed, {});
  }

  /** Lists open alerts first, newest first within each group. @throws LuitError `validation_failed` */
  @OnCall(alertCalls.listAlerts)
  async list({ limit, cursor, isOpen }: RequestOf<typeof alertCalls.listAlerts>): Promise<AlertList> {
    if (!Number.isInteger(limit) || limit < 1) throw new LuitError('validation_failed', 'limit is not valid');
    const take = Math.min(limit, MAX_PAGE);
    const filter = () => {
      const conditions = new Conditions();
      return isOpen === undefined ? conditions : conditions.add('(a.closed_at IS NULL) = $', isOpen);
    };
    const [all, page] = [filter(), filter()];
    if (cursor)
      page.add('(a.closed_at IS NULL, a.id) < (SELECT closed_at IS NULL, id FROM alerts WHERE id = $)', cursor);
    const rows = await this.database.query<AlertRow[]>(
      `${UNPREPARED}SELECT ${ALERT_COLUMNS} FROM alerts a WHERE ${page.sql}
        ORDER BY (a.closed_at IS NULL) DESC, a.id DESC LIMIT ${take + 1}`,
      page.values,
    );
    const [counts] = (await this.database.query(
      `SELECT count(*)::int AS open, count(*) FILTER (WHERE ${isMuted('a')})::int AS muted
         FROM alerts a WHERE a.closed_at IS NULL`,
    )) as [{ open: number; muted: number }];
    const counted = await countRows(this.database, `SELECT FROM alerts a WHERE ${all.sql}`, all.values);
    const items = rows.slice(0, take).map(toAlert);
    const nextCursor = rows.length > take ? (items.at(-1)?.id ?? null) : null;
    return { items, nextCursor, ...counts, ...counted, silentSources: await this.silentSources() };
  }

  private async silentSources(): Promise<SilentSource[]> {
    const rows = await this.database.query<(Pick<SilentSource, 'source'> & { reportedAt: Date | null })[]>(
      `SELECT expected.source, reported_at AS "reportedAt"
         FROM unnest($1::text[]) AS expected (source) LEFT JOIN alert_sources USING (source)
        WHERE reported_at IS NULL OR reported_at < now() - $2::interval ORDER BY expected.source`,
      [ALERT_SOURCES, SILENT_AFTER],
    );
    return rows.map(({ source, reportedAt }) => ({ source, reportedAt: reportedAt?.toISOString() ?? null }));
  }

  /** An alert that opens while its last occurrence is muted stays muted, and pages when the mute ends. One that becomes critical pages again. */
  private async open(manager: EntityManager, source: string, causes: AlertCause[]): Promise<number> {
    let changes = 0;
    for (const { kind, subject, summary, action, severity } of causes) {
      const [row] = await manager.query<{ isNew: boolean }[]>(
        `INSERT INTO alerts AS known (source, kind, subject, summary, action, severity, muted_until, muted_by, mute_reason, page_due_at)
         SELECT $1, $2, $3, $4, $5, $6, mute.muted_until, mute.muted_by, mute.mute_reason, coalesce(mute.muted_until, now() + $7::interval)
           FROM (VALUES (1)) AS one LEFT JOIN LATERAL (
             SELECT muted_until, muted_by, mute_reason FROM alerts
              WHERE source = $1 AND kind = $2 AND subject = $3 AND muted_until > now() ORDER BY muted_until DESC LIMIT 1) AS mute ON true
         ON CONFLICT (source, kind, subject) WHERE closed_at IS NULL DO UPDATE SET summary = excluded.summary,
           action = excluded.action, severity = excluded.severity,
           page_due_at = CASE WHEN known.severity = 'warning' AND excluded.severity = 'critical' AND known.cause_id IS NULL
             THEN excluded.page_due_at ELSE known.page_due_at END
           WHERE (known.summary, known.action, known.severity) <> (excluded.summary, excluded.action, excluded.severity)
         RETURNING xmax = 0 AS "isNew"`,
        [source, kind, subject, summary, action, severity, pagesAfter(kind)],
      );
      if (!row) continue;
      changes += 1;
      if (row.isNew) this.log.warn({ msg: 'Alert opened', kind, subject });
    }
    return changes;
  }

  private async close(manager: EntityManager, source: string, causes: AlertCause[]): Promise<number> {
    const [closed] = await manager.query<[Pick<AlertRow, 'id' | 'kind' | 'subject'>[], number]>(
      `UPDATE alerts SET closed_at = now() WHERE closed_at IS NULL AND (
          (source = $1 AND NOT EXISTS (SELECT FROM jsonb_to_recordset($2) AS cause (kind text, subject text)
             WHERE cause.kind = alerts.kind AND cause.subject = alerts.subject))
          OR source IN (SELECT s.source FROM alert_sources s WHERE s.reported_at < now() - $3::interval AND s.source <> ALL ($4)))
        RETURNING id, kind, subject`,
      [source, JSON.stringify(causes), SOURCE_TIMEOUT, OWN_SOURCES],
    );
    for (const { kind, subject } of closed) this.log.log({ msg: 'Alert closed', kind, subject });
    return closed.length;
  }
}
