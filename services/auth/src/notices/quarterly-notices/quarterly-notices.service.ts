import { LANGUAGES } from '@luit/contracts/auth/languages';
import { authCalls } from '@luit/contracts/auth/messages';
import type { QuarterlyNotice } from '@luit/contracts/auth/quarterly-notices';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { firstDayOf } from '@luit/contracts/messages/quarters';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { findOperator } from '../../records/operators/find-operator';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { ReportStatisticsService } from '../../trust/content-reports/report-statistics.service';
import { i18nOf } from '../locales/i18n';
import { quarterlyNoticeMail } from '../mails/quarterly-notice-mail';
import { renderMail } from '../mails/mail-layout';
import { QuarterlyNoticeMailer, RECIPIENTS } from './quarterly-notice-mailer';

interface SentRow {
  by: string;
  at: Date;
  reason: string;
  mails: number;
  isComplete: boolean;
  details: Record<string, string>;
}

/** SQL: the quarter that begins on the day `$1` has ended, in India’s time zone. */
const HAS_ENDED = `(($1::date + interval '3 months') AT TIME ZONE 'Asia/Kolkata' <= now())`;

/** Shows and sends the notice of a quarter. */
@Injectable()
export class QuarterlyNoticesService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly statistics: ReportStatisticsService,
    private readonly auditLog: AuditLogService,
    private readonly mailer: QuarterlyNoticeMailer,
  ) {}

  /** A notice that was sent has the numbers of that time. */
  @OnCall(authCalls.getQuarterlyNotice)
  async get({ quarter }: RequestOf<typeof authCalls.getQuarterlyNotice>): Promise<QuarterlyNotice> {
    const [row] = await this.database.query<SentRow[]>(
      `SELECT a.email AS by, n.queued_at AS at, n.reason, n.mails, n.completed_at IS NOT NULL AS "isComplete", n.details
         FROM quarterly_notices n JOIN admins a ON a.id = n.admin_id WHERE n.quarter = $1`,
      [quarter],
    );
    const [{ recipients, hasEnded }] = (await this.database.query(
      `SELECT (SELECT count(*)::int FROM users u WHERE ${RECIPIENTS}) AS recipients, ${HAS_ENDED} AS "hasEnded"`,
      [firstDayOf(quarter)],
    )) as [{ recipients: number; hasEnded: boolean }];
    const texts = this.textsOf(row?.details ?? (await this.detailsOf(quarter)));
    return { quarter, recipients, hasEnded, texts, sent: row ? toSent(row) : null };
  }

  /** @throws LuitError `validation_failed`, `conflict`, `forbidden` */
  @OnCall(authCalls.sendQuarterlyNotice)
  async send({
    adminId,
    quarter,
    confirmation,
    reason,
  }: RequestOf<typeof authCalls.sendQuarterlyNotice>): Promise<void> {
    if (confirmation.trim() !== quarter) {
      const text = `Please type ${quarter} to confirm.`;
      throw new LuitError('validation_failed', text, { details: { confirmation: text } });
    }
    const details = await this.detailsOf(quarter);
    await this.database.transaction(async (manager) => {
      const admin = await findOperator(manager, adminId);
      const ended = await manager.query<unknown[]>(`SELECT WHERE ${HAS_ENDED}`, [firstDayOf(quarter)]);
      if (ended.length === 0) throw new LuitError('conflict', 'The quarter has not ended yet.');
      const [sent] = await manager.query<unknown[]>(
        `INSERT INTO quarterly_notices (quarter, admin_id, reason, details) VALUES ($1, $2, $3, $4)
         ON CONFLICT (quarter) DO NOTHING RETURNING quarter`,
        [quarter, adminId, reason, JSON.stringify(details)],
      );
      if (!sent) return;
      await this.auditLog.write(manager, {
        adminId,
        adminEmail: admin.email,
        action: 'quarterly_notice_sent',
        subject: quarter,
        details: { reason },
      });
    });
    this.mailer.runNow();
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

  private textsOf(details: Record<string, string>): QuarterlyNotice['texts'] {
    return LANGUAGES.map((language) => {
      const i18n = i18nOf(language);
      const { subject, text } = renderMail(i18n, '', quarterlyNoticeMail(i18n, this.config.webUrl, details));
      return { language, subject, text };
    });
  }
}

function toSent({ by, at, reason, mails, isComplete }: SentRow): QuarterlyNotice['sent'] {
  return { by, at: at.toISOString(), reason, mails, isComplete };
}
