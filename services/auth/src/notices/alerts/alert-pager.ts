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
import { type AlertMessage, mailDetails } from './alert-messages';
import { lockAlerts } from './incidents';

const WITHIN_MS = 5_000;
const BATCH = 100;
const ADDRESS = { email: true } as const;

/** Operators who can resolve the cause of an alert. */
export const MAILED = { disabledAt: IsNull(), role: In(['owner', 'operations']) };

/** Columns of an `AlertMessage`, with the problems that belong to the same incident. */
const MESSAGE_COLUMNS = `id, kind, subject, summary, action, severity, opened_at AS "openedAt", closed_at AS "closedAt", told,
  ARRAY(SELECT effect.summary FROM alerts effect WHERE effect.cause_id = alerts.id ORDER BY effect.id) AS effects`;

type MessageRow = Omit<AlertMessage, 'what' | 'openedAt' | 'closedAt'> & { openedAt: Date };

/** Tells operators about alerts: when one opens or its mute ends, and when it and its effects are over. */
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
    const paged = await this.database.transaction(async (manager) => {
      await lockAlerts(manager);
      return this.pageDue(manager);
    });
    if (paged === 0) return;
    this.mailer.runNow();
    await this.broadcasts.publish(alertBroadcasts.changed, {});
  }

  /** Pages in the caller's transaction, each due alert once. One that was an effect is from then on a problem of its own. @returns their number */
  async pageDue(manager: EntityManager): Promise<number> {
    const [due] = await manager.query<[MessageRow[], number]>(
      `UPDATE alerts SET page_due_at = NULL, cause_id = NULL WHERE id IN (
         SELECT id FROM alerts WHERE closed_at IS NULL AND page_due_at <= now() ORDER BY id LIMIT ${BATCH})
       RETURNING ${MESSAGE_COLUMNS}`,
    );
    const operators = due.length === 0 ? [] : await manager.find(OperatorEntity, { select: ADDRESS, where: MAILED });
    for (const alert of due) {
      const told = await this.tell(manager, messageOf('opened', alert, null), operators);
      await manager.query(
        `UPDATE alerts SET told = ARRAY(SELECT DISTINCT unnest(told || $2::text[]) ORDER BY 1) WHERE id = $1`,
        [alert.id, told],
      );
    }
    await this.announceEnds(manager);
    return due.length;
  }

  /** Tells those who were told that an alert opened that it is over, once its effects are over as well. */
  private async announceEnds(manager: EntityManager): Promise<void> {
    const [over] = await manager.query<[(MessageRow & { told: string[]; isMuted: boolean })[], number]>(
      `UPDATE alerts SET end_told_at = now() WHERE closed_at IS NOT NULL AND end_told_at IS NULL AND told <> '{}'
          AND NOT EXISTS (SELECT FROM alerts effect WHERE effect.cause_id = alerts.id AND effect.closed_at IS NULL)
       RETURNING ${MESSAGE_COLUMNS}, coalesce(muted_until > now(), false) AS "isMuted"`,
    );
    for (const { isMuted, ...alert } of over) {
      if (isMuted) continue;
      const operators = await manager.find(OperatorEntity, {
        select: ADDRESS,
        where: { ...MAILED, email: In(alert.told) },
      });
      await this.tell(manager, messageOf('resolved', alert, new Date()), operators);
    }
  }

  /** @returns who is told */
  private async tell(manager: EntityManager, message: AlertMessage, operators: OperatorEntity[]): Promise<string[]> {
    const emails = operators.map(({ email }) => email);
    for (const email of emails) await this.mails.queueAlert(manager, email, mailDetails(message));
    return [...emails, ...(await this.deliveries.queue(manager, message))];
  }
}

function messageOf(
  what: AlertMessage['what'],
  { openedAt, ...alert }: MessageRow,
  closedAt: Date | null,
): AlertMessage {
  return { ...alert, what, openedAt: openedAt.toISOString(), closedAt: closedAt?.toISOString() ?? null };
}
