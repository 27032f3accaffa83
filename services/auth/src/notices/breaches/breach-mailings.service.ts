import { BREACH_PLACEHOLDER } from '@luit/contracts/auth/breach-limits';
import type { BreachDetails, BreachMailings } from '@luit/contracts/auth/breaches';
import { authCalls } from '@luit/contracts/auth/messages';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { breachNoticeMail } from '../mails/breach-notice-mail';
import { assertConfirmed, type Mailing, MailingsService, previewsOf } from '../mails/mailings.service';
import { BreachChanges, writeBreachEvent } from './breach-changes';
import { countWithoutMail, isSending, REACHABLE } from './breach-mailings';
import { readBreach } from './breach-rows';

/** Shows and sends the notice to the people affected by a breach. */
@Injectable()
export class BreachMailingsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly changes: BreachChanges,
    private readonly mailings: MailingsService,
  ) {
    mailings.declare({
      kind: 'breach_notice',
      audience: `breach_accounts a ON a.breach_id = m.subject::uuid AND a.mailing_id IS NULL JOIN users u ON u.id = a.user_id AND ${REACHABLE}`,
      onBatch: recordNotified,
    });
  }

  /** @throws LuitError `not_found` */
  @OnCall(authCalls.getBreachMailings)
  async get({ breachId }: RequestOf<typeof authCalls.getBreachMailings>): Promise<BreachMailings> {
    const { manager } = this.database;
    const { text } = noticeOf(await readBreach(manager, breachId));
    return {
      ...(await countWithoutMail(manager, breachId)),
      texts: previewsOf((i18n) => breachNoticeMail(i18n, this.config.webUrl, text)),
      sent: (await this.mailings.sent('breach_notice', breachId)).map(({ mailing }) => mailing),
    };
  }

  /** @throws LuitError `not_found`, `conflict`, `validation_failed`, `forbidden` */
  @OnCall(authCalls.sendBreachNotice)
  async send(input: RequestOf<typeof authCalls.sendBreachNotice>): Promise<void> {
    await this.changes.change(input, async (manager, email, breach) => {
      if (!(await isSending(manager, breach.id))) await this.start(manager, email, breach, input);
    });
    this.mailings.runNow();
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
    assertConfirmed(confirmation, String(recipients));
    const event = `Email the notice to ${recipients} accounts: ${reason}`;
    await writeBreachEvent(manager, breach.id, { by: email, what: 'notice_confirmed', text: event });
    const mailing = { kind: 'breach_notice', subject: breach.id, reason, recipients, details: { text } } as const;
    await this.mailings.start(manager, { id: adminId, email }, mailing);
  }
}

async function recordNotified(
  manager: EntityManager,
  { id, subject, by, reason, recipients, mails }: Mailing,
  userIds: string[],
  isLast: boolean,
): Promise<void> {
  await manager.query('UPDATE breach_accounts SET mailing_id = $1 WHERE breach_id = $2 AND user_id = ANY ($3)', [
    ...[id, subject, userIds],
  ]);
  if (!isLast) return;
  await manager.query('UPDATE breaches SET users_notified_at = coalesce(users_notified_at, now()) WHERE id = $1', [
    subject,
  ]);
  const missing = recipients - mails;
  const deleted = missing > 0 ? ` (${missing} accounts were deleted before)` : '';
  const text = `The notice was emailed to ${mails} of ${recipients} accounts${deleted}: ${reason}`;
  await writeBreachEvent(manager, subject, { by, what: 'users_notified', text });
}

function noticeOf({ notices }: BreachDetails): BreachDetails['notices'][number] {
  const notice = notices.find(({ kind }) => kind === 'users');
  if (!notice) throw new Error('A breach has no notice to users');
  return notice;
}
