import { BREACH_PLACEHOLDER } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails, BreachMailings } from '@luit/contracts/auth/breaches';
import { LANGUAGES } from '@luit/contracts/auth/languages';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditLogService } from '../../records/audit-log/audit-log.service';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { i18nOf } from '../locales/i18n';
import { breachNoticeMail } from '../mails/breach-notice-mail';
import { renderMail } from '../mails/mail-layout';
import { BreachChanges, writeBreachEvent } from './breach-changes';
import { BreachMailer } from './breach-mailer';
import { countWithoutMail, isSending } from './breach-mailings';
import { readBreach } from './breach-rows';

type SentMailing = BreachMailings['sent'][number];

/** Shows and sends the notice to the people affected by a breach. */
@Injectable()
export class BreachMailingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly changes: BreachChanges,
    private readonly auditLog: AuditLogService,
    private readonly mailer: BreachMailer,
  ) {}

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.getBreachMailings)
  async get({ breachId }: RequestOf<typeof authCalls.getBreachMailings>): Promise<BreachMailings> {
    const { manager } = this.database;
    const { text } = noticeOf(await readBreach(manager, breachId));
    const sent = await manager.query<(Omit<SentMailing, 'at'> & { at: Date })[]>(
      `SELECT a.email AS by, m.queued_at AS at, m.reason, m.recipients, m.mails, m.completed_at IS NOT NULL AS "isComplete"
         FROM breach_mailings m JOIN admins a ON a.id = m.admin_id WHERE m.breach_id = $1 ORDER BY m.id DESC`,
      [breachId],
    );
    return {
      ...(await countWithoutMail(manager, breachId)),
      texts: this.textsOf(text),
      sent: sent.map((mailing) => ({ ...mailing, at: mailing.at.toISOString() })),
    };
  }

  /** @throws LuitError `not_found`, `conflict`, `validation_failed`, `forbidden` */
  @OnCall(authCalls.sendBreachNotice)
  async send(input: RequestOf<typeof authCalls.sendBreachNotice>): Promise<void> {
    await this.changes.change(input, async (manager, email, breach) => {
      if (!(await isSending(manager, breach.id))) await this.start(manager, email, breach, input);
    });
    this.mailer.runNow();
  }

  private async start(
    manager: EntityManager,
    email: string,
    breach: BreachDetails,
    { adminId, confirmation, reason }: RequestOf<typeof authCalls.sendBreachNotice>,
  ): Promise<void> {
    const { text, isDraft } = noticeOf(breach);
    if (isDraft || BREACH_PLACEHOLDER.test(text)) {
      throw new LuitError('conflict', 'Complete the text first: replace everything in brackets, and save it.');
    }
    const { recipients } = await countWithoutMail(manager, breach.id);
    if (recipients === 0) throw new LuitError('conflict', 'There is no one to email.');
    if (confirmation.trim() !== String(recipients)) {
      const message = `Please type ${recipients} to confirm.`;
      throw new LuitError('validation_failed', message, { details: { confirmation: message } });
    }
    await manager.query(
      'INSERT INTO breach_mailings (breach_id, admin_id, reason, text, recipients) VALUES ($1, $2, $3, $4, $5)',
      [breach.id, adminId, reason, text, recipients],
    );
    const event = `Email the notice to ${recipients} accounts: ${reason}`;
    await writeBreachEvent(manager, breach.id, { by: email, what: 'notice_confirmed', text: event });
    await this.auditLog.write(manager, {
      ...{ adminId, adminEmail: email, action: 'breach_notice_sent', subject: breach.id },
      details: { recipients: String(recipients), reason },
    });
  }

  private textsOf(text: string): BreachMailings['texts'] {
    return LANGUAGES.map((language) => {
      const i18n = i18nOf(language);
      const mail = renderMail(i18n, '', breachNoticeMail(i18n, this.config.webUrl, text));
      return { language, subject: mail.subject, text: mail.text };
    });
  }
}

function noticeOf({ notices }: BreachDetails): BreachDetails['notices'][number] {
  const notice = notices.find(({ kind }) => kind === 'users');
  if (!notice) throw new Error('A breach has no notice to users');
  return notice;
}
