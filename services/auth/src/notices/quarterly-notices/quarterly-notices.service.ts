import type { SentMailing } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { firstDayOf } from '@luit/contracts/messages/quarters';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { findOperator } from '../../records/operators/find-operator';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { ReportStatisticsService } from '../../trust/content-reports/report-statistics.service';
import { assertConfirmed, MailingsService, previewsOf } from '../mails/mailings.service';
import { quarterlyNoticeMail } from '../mails/quarterly-notice-mail';

/** SQL on `users u`: the law asks to inform users; accounts that cannot be used, and unconfirmed addresses, are left out. */
const RECIPIENTS = `u.status = 'active' AND u.email_confirmed_at IS NOT NULL`;

/** The quarter that begins on the day `$1` has ended, in India’s time zone. */
const COUNT_SQL = `
  SELECT (SELECT count(*)::int FROM users u WHERE ${RECIPIENTS}) AS recipients,
         ($1::date + interval '3 months') AT TIME ZONE 'Asia/Kolkata' <= now() AS "hasEnded"`;

/** Shows and sends the notice of a quarter. */
@Injectable()
export class QuarterlyNoticesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly statistics: ReportStatisticsService,
    private readonly mailings: MailingsService,
  ) {
    mailings.declare({
      kind: 'quarterly_notice',
      audience: `users u ON u.created_at <= m.queued_at AND ${RECIPIENTS}`,
    });
  }

  /** A notice that was sent has the numbers of that time. */
  @OnCall(authCalls.getQuarterlyNotice)
  async get({ quarter }: RequestOf<typeof authCalls.getQuarterlyNotice>): Promise<QuarterlyNotice> {
    const [found] = await this.mailings.sent('quarterly_notice', quarter);
    const details = found?.details ?? (await this.detailsOf(quarter));
    return {
      quarter,
      ...(await count(this.database.manager, quarter)),
      texts: previewsOf((i18n) => quarterlyNoticeMail(i18n, this.config.webUrl, details)),
      sent: found ? sentOf(found.mailing) : null,
    };
  }

  /** @throws LuitError `validation_failed`, `conflict`, `forbidden` */
  @OnCall(authCalls.sendQuarterlyNotice)
  async send(request: RequestOf<typeof authCalls.sendQuarterlyNotice>): Promise<void> {
    const { adminId, quarter, confirmation, reason } = request;
    assertConfirmed(confirmation, quarter);
    const details = await this.detailsOf(quarter);
    await this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const { recipients, hasEnded } = await count(manager, quarter);
      if (!hasEnded) throw new LuitError('conflict', 'The quarter has not ended yet.');
      const mailing = { kind: 'quarterly_notice', subject: quarter, reason, recipients, details } as const;
      await this.mailings.start(manager, admin, mailing);
    });
    this.mailings.runNow();
  }

  private async detailsOf(quarter: string): Promise<Record<string, string>> {
    const { kinds } = await this.statistics.of({ quarter });
    const sum = (name: 'received' | 'decidedInTime' | 'takedowns') =>
      String(kinds.reduce((total, kind) => total + kind[name], 0));
    return {
      quarter,
      received: sum('received'),
      decidedInTime: sum('decidedInTime'),
      takedowns: sum('takedowns'),
    };
  }
}

function sentOf({ recipients: _, ...sent }: SentMailing): QuarterlyNotice['sent'] {
  return sent;
}

async function count(manager: EntityManager, quarter: string) {
  const [counted] = (await manager.query(COUNT_SQL, [firstDayOf(quarter)])) as [
    Pick<QuarterlyNotice, 'recipients' | 'hasEnded'>,
  ];
  return counted;
}
