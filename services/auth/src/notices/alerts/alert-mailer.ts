import { MAX_MAIL_ERROR } from '@luit/contracts/auth/mails';
import { Mailer } from '@luit/platform/mails/mailer';
import { DuePoller } from '@luit/platform/scheduling/due-poller';
import type { Schedule } from '@luit/platform/scheduling/schedule';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailDeliveriesService } from '../mails/mail-deliveries.service';

const WITHIN_MS = 5_000;
const BATCH = 20;

/** SQL: an attempt takes at most 30 seconds, and failed ones are repeated at growing intervals of at most ten minutes. */
const DUE_AT = `coalesce(last_attempt_at + least(greatest(attempts, 1), 20) * interval '30 seconds', created_at)`;
const UNSENT = `mails WHERE kind = 'alert' AND sent_at IS NULL`;

/** Sends the mails about alerts, without the queue: the worst alert is that no worker runs. */
@Injectable()
export class AlertMailer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly mailer: Mailer;
  private schedule?: Schedule;

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) { mail }: Pick<AuthConfig, 'mail'>,
    private readonly deliveries: MailDeliveriesService,
    private readonly poller: DuePoller,
  ) {
    this.mailer = new Mailer(mail);
  }

  onApplicationBootstrap(): void {
    this.schedule = this.poller.add({
      name: 'alert-mails',
      dueInMs: `SELECT extract(epoch FROM min(${DUE_AT}) - now()) * 1000 FROM ${UNSENT}`,
      withinMs: WITHIN_MS,
      work: () => this.round(),
    });
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }

  /** Sends what is due without waiting for the next poll. */
  runNow(): void {
    this.schedule?.runNow();
  }

  /** Several replicas may run it at the same time: the start of an attempt keeps others away. */
  private async round(): Promise<void> {
    const [mails] = await this.database.query<[{ id: string }[], number]>(
      `UPDATE mails SET last_attempt_at = now() WHERE id IN (
         SELECT id FROM ${UNSENT} AND ${DUE_AT} <= now() ORDER BY created_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id`,
    );
    await Promise.all(mails.map(({ id }) => this.send(id)));
  }

  private async send(mailId: string): Promise<void> {
    const mail = await this.deliveries.render({ mailId });
    if (!mail) return;
    try {
      await this.mailer.send(mailId, mail);
    } catch (error) {
      await this.deliveries.recordFailure({ mailId, error: (error as Error).message.slice(0, MAX_MAIL_ERROR) });
      return;
    }
    await this.deliveries.markSent({ mailId });
  }
}
