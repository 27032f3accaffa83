import type { Language } from '@luit/contracts/auth/languages';
import { mailJob, type MailKind, type RenderedMail } from '@luit/contracts/auth/mails';
import { authCalls } from '@luit/contracts/auth/messages';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { recordDelivered } from '../../notices/alerts/delivered-alerts';
import { devicePartsOf } from '../device-names/device-name';
import { sanitizeDevice } from '../device-names/sanitize-device';
import { GuestAccessTokensService } from '../../identity/guest-access-tokens/guest-access-tokens.service';
import { recordIncidentMailSent } from '../../notices/incident-mails/sent-incident-mails';
import { LinksService } from '../../identity/links/links.service';
import { isMuted, isNoticeKind, type NoticeKind } from '../notifications/notice-kinds';
import { PendingNotices } from '../../notices/pending-notices/pending-notices';
import { SecretsService } from '../secrets/secrets.service';
import { UserEntity } from '../users/user.entity';
import type { AccessGrant } from '../../notices/mails/access-mail';
import { MailEntity } from './mail.entity';
import { MailContents, OPEN_INVITATIONS } from '../../notices/mails/mail-contents';
import { renderMail } from '../../notices/mails/mail-layout';

/** Mails that anyone who knows the address can trigger. */
const UNAUTHENTICATED: readonly MailKind[] = ['confirm', 'password_reset', 'already_registered'];

const ON_REQUEST: readonly MailKind[] = [...UNAUTHENTICATED, 'export'];
/** Per user, for mails sent on request. Security notifications are not limited. */
const MAILS_PER_DAY = 20;

export interface MailWait {
  seconds: number;
  /** True if the daily limit was reached, rather than the limit of one a minute. */
  isDailyLimit: boolean;
}

/** The account or guest that a mail is about; both are null if nobody can be reached. */
export interface MailOwner {
  userId: string | null;
  /** Address of a guest. */
  email: string | null;
  language: Language | null;
}

/** A mail or web push that its recipient can turn off. */
export interface UserNotice {
  /** Id of the object that the mail is about, so that it is sent once. */
  id: string;
  userId: string;
  kind: NoticeKind;
  /** Values for the text. */
  details: Record<string, string>;
}

/** Queues mails with the job that sends them, and renders them for the worker. */
@Injectable()
export class MailsService {
  private readonly log = new Logger(MailsService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly contents: MailContents,
    private readonly links: LinksService,
    private readonly guestTokens: GuestAccessTokensService,
    private readonly secrets: SecretsService,
    private readonly notices: PendingNotices,
  ) {}

  /** Queues a mail to the user in the caller's transaction. */
  async queue(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailAsTyped'>,
    kind: MailKind,
    { linkId = null, details = {} }: { linkId?: string | null; details?: Record<string, string> } = {},
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: user.id, kind, to: user.emailAsTyped, linkId, details });
    await writeJob(manager, mailJob, id);
  }

  /** Tells the owner that something has access now, or other access, that outlives a session. */
  async queueAccessGranted(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailAsTyped'>,
    granted: { grant: AccessGrant; thing: string },
    from: RequestSource = { ip: '', userAgent: '' },
  ): Promise<void> {
    const { ip, userAgent } = sanitizeDevice(from);
    await this.queue(manager, user, 'access_granted', { details: { ...granted, ...devicePartsOf(userAgent), ip } });
  }

  /** Queues the link to a guest's paid video, in the guest's language. */
  async queueGuestAccess(
    manager: EntityManager,
    { email: to, language }: { email: string; language: Language | null },
    details: { requestId: string; accountId: string; orderId?: string },
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'guest_access', to, language, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /** Queues an alert to an operator. */
  async queueAlert(manager: EntityManager, to: string, details: Record<string, string>): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'alert', to, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /** Queues an invitation to become an operator. */
  async queueInvitation(
    manager: EntityManager,
    to: string,
    details: { invitationId: string; role: string; invitedBy: string },
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'operator_invitation', to, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /** Queues a contact message to the operators. The mail has the id of the message, which alone stores the text. */
  async queueContactMessage(manager: EntityManager, to: string, messageId: string): Promise<void> {
    await manager.insert(MailEntity, { id: messageId, userId: null, kind: 'contact_message', to, linkId: null });
    await writeJob(manager, mailJob, messageId);
  }

  /** Queues a notice to an active user who has not turned it off. Idempotent: the mail has the id of the notice. */
  async queueNotice(manager: EntityManager, { id, userId, kind, details }: UserNotice): Promise<void> {
    const [queued]: { id: string }[] = await manager.query(
      `INSERT INTO mails (id, user_id, kind, "to", details)
       SELECT $2, u.id, $3::text, u.email_as_typed, $4 FROM users u
        WHERE u.id = $1 AND u.status = 'active' AND NOT ${isMuted('u.id', '$3::text', 'mail')}
           ON CONFLICT (id) DO NOTHING RETURNING id`,
      [userId, id, kind, JSON.stringify(details)],
    );
    if (queued) await writeJob(manager, mailJob, queued.id);
  }

  /**
   * Queues a mail to an account, or to a guest with an address. Idempotent: the mail has the id of the object that it is about. Skips accounts that are being
   * deleted, and accounts that have turned such mails off.
   */
  async queueToOwner(
    manager: EntityManager,
    { userId, email, language }: MailOwner,
    { id, kind, details }: Pick<MailEntity, 'id' | 'kind' | 'details'>,
  ): Promise<void> {
    const [queued] = await manager.query<{ id: string }[]>(
      `INSERT INTO mails (id, user_id, kind, "to", details, language)
       SELECT $1, u.id, $5::text, coalesce(u.email_as_typed, $3), $4, CASE WHEN u.id IS NULL THEN $6 END
         FROM (VALUES ($2::uuid)) payer (id) LEFT JOIN users u ON u.id = payer.id AND u.status IN ('active', 'blocked')
        WHERE coalesce(u.email_as_typed, $3) IS NOT NULL AND NOT ${isMuted('u.id', '$5::text', 'mail')}
           ON CONFLICT (id) DO NOTHING RETURNING id`,
      [id, userId, email, JSON.stringify(details), kind, language],
    );
    if (queued) await writeJob(manager, mailJob, queued.id);
  }

  /** Queues a mail to a reporter, in the language of the report. */
  async queueToReporter(
    manager: EntityManager,
    { email: to, language }: { email: string; language: Language | null },
    kind: Extract<MailKind, 'report_received' | 'report_decided'>,
    details: Record<string, string>,
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind, to, language, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /**
   * How long the user has to wait for a mail of those kinds, or undefined if it may be sent now. Limits: one a minute, not
   * counting the sign-up mail, and 20 a day of all kinds sent on request.
   */
  async waitFor(
    manager: EntityManager,
    userId: string,
    kinds: readonly MailKind[] = UNAUTHENTICATED,
  ): Promise<MailWait | undefined> {
    // The sign-up mail has the `created_at` of the user: one transaction wrote both.
    const [row] = await manager.query<{ minute: number | null; day: number | null }[]>(
      `SELECT (SELECT ceil(extract(epoch FROM max(m.created_at) + interval '1 minute' - now()))::int
                 FROM mails m WHERE m.user_id = u.id AND m.created_at > u.created_at AND m.kind = ANY ($2)) AS minute,
              (SELECT ceil(extract(epoch FROM m.created_at + interval '1 day' - now()))::int
                 FROM mails m WHERE m.user_id = u.id AND m.kind = ANY ($3)
                ORDER BY m.created_at DESC OFFSET $4 LIMIT 1) AS day
         FROM users u WHERE u.id = $1`,
      [userId, kinds, ON_REQUEST, MAILS_PER_DAY - 1],
    );
    const [minute, day] = [row?.minute ?? 0, row?.day ?? 0];
    const seconds = Math.max(minute, day);
    return seconds > 0 ? { seconds, isDailyLimit: day > 0 } : undefined;
  }

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

  /** True if its invitation is open; other mails depend only on their link. */
  private async isCurrent(manager: EntityManager, { kind, details }: MailEntity): Promise<boolean> {
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

  /** Queues the last mail of an account and deletes its other mails, except an unsent notice that the deletion started. */
  async queueAccountDeleted(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailAsTyped' | 'emailConfirmedAt' | 'name'>,
  ): Promise<void> {
    await manager.query(
      `DELETE FROM mails WHERE user_id = $1 AND (sent_at IS NOT NULL OR kind <> 'account_deletion_started')`,
      [user.id],
    );
    await this.queue(manager, user, 'account_deleted', { details: user.emailConfirmedAt ? { name: user.name } : {} });
  }
}

export function tooManyMails({ seconds, isDailyLimit }: MailWait): LuitError {
  const text = isDailyLimit
    ? 'We have sent you too many emails today. Please check your inbox and spam folder, or try again later'
    : 'We just sent you an email. Please wait a minute before requesting another one';
  return new LuitError('too_many_requests', text, { retryAfterSeconds: seconds });
}
