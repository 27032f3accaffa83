import type { RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { GuestAccessTokensService } from '../../identity/guest-access-tokens/guest-access-tokens.service';
import { SignInChallenges } from '../../identity/sign-in-challenges/sign-in-challenges';
import { LinksService } from '../../identity/links/links.service';
import { isNoticeKind } from '../../records/notifications/notice-kinds';
import { SignInChallengeEntity } from '../../identity/sign-in-challenges/sign-in-challenge.entity';
import { MailEntity } from '../../records/queued-mails/mail.entity';
import { SecretsService } from '../../records/secrets/secrets.service';
import { recordDelivered } from '../deliveries/delivered-alerts';
import { PendingNotices } from '../pending-notices/pending-notices';
import { MailContents, OPEN_INVITATIONS } from './mail-contents';
import { renderMail } from './mail-layout';

/** Renders queued mails for the worker, and records what became of them. */
@Injectable()
export class MailDeliveriesService {
  private readonly log = new Logger(MailDeliveriesService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly contents: MailContents,
    private readonly links: LinksService,
    private readonly challenges: SignInChallenges,
    private readonly guestTokens: GuestAccessTokensService,
    private readonly secrets: SecretsService,
    private readonly notices: PendingNotices,
  ) {}

  /**
   * Returns null if the mail was sent, its link was used or has expired, or its notice is no longer wanted or true. Counts an attempt
   * to send it.
   */
  @OnCall(authCalls.renderMail)
  async render({ mailId }: RequestOf<typeof authCalls.renderMail>): Promise<RenderedMail | null> {
    const manager = this.database.manager;
    const mail = await manager.findOneBy(MailEntity, { id: mailId, sentAt: IsNull() });
    if (!mail || !(await this.isCurrent(manager, mail))) return null;
    const details = await this.currentDetails(mail);
    if (!details) return this.withdraw(manager, mail);
    mail.details = details;
    const token = mail.linkId && (await this.links.tokenOf(manager, mail.linkId));
    if (mail.linkId && !token) return null;
    const rendered = await this.contents.of(manager, mail, {
      link: () => token ?? '',
      guest: (requestId, accountId) => this.guestTokens.issue({ requestId, accountId }).claimToken,
      invitation: (invitationId) => this.secrets.tokenOf('invitation', invitationId),
      signInLink: (challengeId) => this.challenges.mailedTokenOf(challengeId),
    });
    if (!rendered) return null;
    await manager.query(
      `UPDATE mails SET attempts = attempts + 1, last_attempt_at = now(), details = $2 WHERE id = $1`,
      [mailId, JSON.stringify(details)],
    );
    const messageId = mail.resends > 0 ? { messageId: `${mailId}.${mail.resends}` } : {};
    return { ...renderMail(rendered.i18n, mail.to, rendered.content), ...rendered.extra, ...messageId };
  }

  /** Stores why the mail server did not accept a mail. */
  @OnCall(authCalls.recordMailFailure)
  async recordFailure({ mailId, error }: RequestOf<typeof authCalls.recordMailFailure>): Promise<void> {
    await this.database.query(`UPDATE mails SET last_error = $2 WHERE id = $1 AND sent_at IS NULL`, [mailId, error]);
  }

  /** Null if the mail is a notice that is no longer wanted or true. */
  private async currentDetails({ userId, kind, details }: MailEntity): Promise<Record<string, string> | null> {
    if (userId === null || !isNoticeKind(kind)) return details;
    return this.notices.currentDetails({ userId, kind, details }, 'mail');
  }

  private async withdraw(manager: EntityManager, { id: mailId, kind, userId }: MailEntity): Promise<null> {
    await manager.query('DELETE FROM mails WHERE id = $1 AND sent_at IS NULL', [mailId]);
    this.log.log({ msg: 'Mail withdrawn: its notice is no longer wanted or true', mailId, kind, userId });
    return null;
  }

  /** True if its invitation or sign-in is open; other mails depend only on their link. */
  private async isCurrent(manager: EntityManager, { kind, details }: MailEntity): Promise<boolean> {
    if (kind === 'link_sign_in')
      return manager.existsBy(SignInChallengeEntity, { id: details.challengeId, kind: 'pending_link' });
    if (kind !== 'operator_invitation') return true;
    const open = await manager.query<unknown[]>(`SELECT FROM ${OPEN_INVITATIONS} AND id = $1`, [details.invitationId]);
    return open.length > 0;
  }

  @OnCall(authCalls.markMailSent)
  async markSent({ mailId }: RequestOf<typeof authCalls.markMailSent>): Promise<void> {
    const { manager } = this.database;
    const [[sent]] = await manager.query<[Pick<MailEntity, 'kind' | 'userId' | 'details'>[], number]>(
      `UPDATE mails SET sent_at = now(), last_error = NULL WHERE id = $1 AND sent_at IS NULL RETURNING kind, user_id AS "userId", details`,
      [mailId],
    );
    if (sent) this.logSent(mailId, sent);
    await recordIncidentMailSent(manager, mailId);
    if (sent?.details.deliveryId) await recordDelivered(manager, sent.details.deliveryId);
    // The address of a guest or of a deleted account is no longer needed.
    await manager.query(
      `DELETE FROM mails m WHERE id = $1 AND (user_id IS NULL
           OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.status = 'closed'))`,
      [mailId],
    );
  }

  /** The other details may be personal. */
  private logSent(mailId: string, { kind, userId, details }: Pick<MailEntity, 'kind' | 'userId' | 'details'>): void {
    const { requestId, orderId, paymentId } = details;
    this.log.log({ msg: 'Mail sent', mailId, kind, userId, requestId, orderId, paymentId });
  }
}

/** Keeps the time for the progress of the mailing: the mail of a guest is deleted once it is sent. Idempotent. */
async function recordIncidentMailSent(manager: EntityManager, mailId: string): Promise<void> {
  await manager.query(
    `UPDATE incident_recipients r SET sent_at = m.sent_at FROM mails m WHERE r.id = $1 AND m.id = r.id AND m.sent_at IS NOT NULL`,
    [mailId],
  );
}
