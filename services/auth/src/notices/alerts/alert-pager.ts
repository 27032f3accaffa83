import { alertBroadcasts } from '@luit/contracts/alerts/alerts';
import { Broadcasts } from '@luit/platform/broadcasts/broadcasts';
import { DuePoller, earliest } from '@luit/platform/scheduling/due-poller';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { OperatorEntity } from '../../records/operators/operator.entity';
import { MailsService } from '../../records/queued-mails/mails.service';
import { AlertDeliveries } from './alert-deliveries.service';
import { AlertMailer } from './alert-mailer';
import type { AlertRow } from './alert-rows';

const WITHIN_MS = 5_000;
const BATCH = 100;

/** Operators who can resolve the cause of an alert. */
export const MAILED = { disabledAt: IsNull(), role: In(['owner', 'operations']) };

export type PagedAlert = Pick<AlertRow, 'id' | 'kind' | 'subject' | 'summary' | 'action' | 'severity' | 'openedAt'>;

export type ClosedAlert = PagedAlert & { told: string[]; isMuted: boolean };

/** Tells operators about alerts: when they open, and when the mute of an alert ends that is still open. */
@Injectable()
export class AlertPager implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly mails: MailsService,
    private readonly deliveries: AlertDeliveries,
    private readonly mailer: AlertMailer,
    private readonly broadcasts: Broadcasts,
    private readonly poller: DuePoller,
  ) {}

  onApplicationBootstrap(): void {
    this.poller.add({
      name: 'alert-pages',
      dueInMs: earliest('alerts', 'page_due_at', 'closed_at IS NULL AND page_due_at IS NOT NULL'),
      withinMs: WITHIN_MS,
      work: () => this.round(),
    });
  }

  /** Pages for all alerts that are due. Several replicas may run it at the same time. */
  async round(): Promise<void> {
    const paged = await this.database.transaction((manager) => this.pageDue(manager));
    if (paged === 0) return;
    this.mailer.runNow();
    await this.broadcasts.publish(alertBroadcasts.changed, {});
  }

  /** Pages in the caller's transaction, each due alert once. @returns their number */
  async pageDue(manager: EntityManager): Promise<number> {
    const [due] = await manager.query<[PagedAlert[], number]>(
      `UPDATE alerts SET page_due_at = NULL WHERE id IN (
         SELECT id FROM alerts WHERE closed_at IS NULL AND page_due_at <= now()
          ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id, kind, subject, summary, action, severity, opened_at AS "openedAt"`,
    );
    if (due.length === 0) return 0;
    const admins = await manager.find(OperatorEntity, { select: { email: true }, where: MAILED });
    for (const { id, kind, subject, severity, summary, action, openedAt } of due) {
      const details = { kind, subject, summary, action, openedAt: openedAt.toISOString() };
      for (const { email } of admins) await this.mails.queueAlert(manager, email, details);
      const targets = await this.deliveries.queue(manager, {
        ...details,
        what: 'opened',
        id,
        severity,
        kind,
        closedAt: null,
      });
      const told = [...admins.map(({ email }) => email), ...targets];
      await manager.query(
        `UPDATE alerts SET told = ARRAY(SELECT DISTINCT unnest(told || $2::text[]) ORDER BY 1) WHERE id = $1`,
        [id, told],
      );
    }
    return due.length;
  }

  /** Tells those who were told that an alert opened that it is over, in the caller's transaction. */
  async announceEnd(manager: EntityManager, { openedAt, ...alert }: ClosedAlert): Promise<void> {
    const { id, kind, subject, severity, summary, action, told } = alert;
    if (alert.isMuted || told.length === 0) return;
    const times = { openedAt: openedAt.toISOString(), closedAt: new Date().toISOString() };
    const admins = await manager.find(OperatorEntity, {
      select: { email: true },
      where: { ...MAILED, email: In(told) },
    });
    const details = { what: 'resolved', kind, subject, summary, action, ...times, told: told.join(', ') };
    for (const { email } of admins) await this.mails.queueAlert(manager, email, details);
    await this.deliveries.queue(manager, {
      what: 'resolved',
      id,
      kind,
      subject,
      severity,
      summary,
      action,
      told,
      ...times,
    });
  }
}
