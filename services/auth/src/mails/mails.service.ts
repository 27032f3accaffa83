import { mailJob, type RenderedMail } from '@luit/contracts/auth/mails';
import { LuitError } from '@luit/contracts/errors';
import type { RequestType } from '@luit/contracts/generation/plans';
import { writeJob } from '@luit/platform/events/outbox';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { GuestAccessTokensService } from '../guest-access-tokens/guest-access-tokens.service';
import { ContactMessageEntity } from '../contact-messages/contact-message.entity';
import { LinksService } from '../links/links.service';
import { refundMail, type RefundMailLink } from '../refund-mails/refund-mail';
import { UserEntity } from '../users/user.entity';
import { MailEntity, type MailKind } from './mail.entity';
import { layOut, type MailContent } from './mail-layout';
import {
  accountDeletedMail,
  accountDeletionStartedMail,
  alertMail,
  alreadyRegisteredMail,
  confirmMail,
  contactMessageMail,
  exportMail,
  type Happening,
  newSignInMail,
  guestAccessMail,
  passwordChangedMail,
  passwordResetMail,
  requestEndedMail,
} from './mail-texts';

/** What anybody who knows the address can have sent. */
const FOR_THE_ASKING: readonly MailKind[] = ['confirm', 'password_reset', 'already_registered'];

const ASKED_FOR: readonly MailKind[] = [...FOR_THE_ASKING, 'export'];
/** To one address; what tells an owner of a changed password or a new device is sent in any case. */
const MAILS_PER_DAY = 20;

export interface MailWait {
  seconds: number;
  /** Whether the day's mails are used up, rather than that one was just sent. */
  isForTheDay: boolean;
}

/** A request that ended while its owner was away. */
export interface EndedRequest {
  userId: string;
  requestId: string;
  type: RequestType;
  hasSucceeded: boolean;
}

@Injectable()
export class MailsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly links: LinksService,
    private readonly claims: GuestAccessTokensService,
  ) {}

  /** Owes a mail to the user, with the job that sends it, in the transaction of what it tells of. */
  async post(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailAsTyped'>,
    kind: MailKind,
    { linkId = null, details = {} }: { linkId?: string | null; details?: Record<string, string> } = {},
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: user.id, kind, to: user.emailAsTyped, linkId, details });
    await writeJob(manager, mailJob, id);
  }

  /** Owes a guest the link to the video that was just paid for. */
  async postGuestAccess(
    manager: EntityManager,
    to: string,
    details: { requestId: string; accountId: string },
  ): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'guest_access', to, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /** Tells an operator of what went wrong. */
  async postAlert(manager: EntityManager, to: string, details: Record<string, string>): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'alert', to, linkId: null, details });
    await writeJob(manager, mailJob, id);
  }

  /** Owes the operators what somebody wrote to them. The message's id is the mail's, and its text lies with the message alone. */
  async postContactMessage(manager: EntityManager, to: string, messageId: string): Promise<void> {
    await manager.insert(MailEntity, { id: messageId, userId: null, kind: 'contact_message', to, linkId: null });
    await writeJob(manager, mailJob, messageId);
  }

  /** The request's id is the mail's, so that there is one however often its end is told. */
  async postRequestEnded({ userId, requestId, type, hasSucceeded }: EndedRequest): Promise<void> {
    await this.database.transaction(async (manager) => {
      const [made]: { id: string }[] = await manager.query(
        `INSERT INTO mails (id, user_id, kind, "to", details)
         SELECT $2, id, 'request_ended', email_as_typed, $3 FROM users WHERE id = $1 AND status = 'active'
             ON CONFLICT (id) DO NOTHING RETURNING id`,
        [userId, requestId, JSON.stringify({ requestId, type, hasSucceeded: String(hasSucceeded) })],
      );
      if (made) await writeJob(manager, mailJob, made.id);
    });
  }

  /**
   * How long the user has to wait for a mail of those kinds, or undefined when it may be sent now: one a minute, beside
   * that of the sign-up, and 20 a day of all kinds that can be asked for.
   */
  async waitFor(
    manager: EntityManager,
    userId: string,
    kinds: readonly MailKind[] = FOR_THE_ASKING,
  ): Promise<MailWait | undefined> {
    // The mail of the sign-up was written in the transaction that made the user, so both bear the same time.
    const [row] = await manager.query<{ minute: number | null; day: number | null }[]>(
      `SELECT (SELECT ceil(extract(epoch FROM max(m.created_at) + interval '1 minute' - now()))::int
                 FROM mails m WHERE m.user_id = u.id AND m.created_at > u.created_at AND m.kind = ANY ($2)) AS minute,
              (SELECT ceil(extract(epoch FROM m.created_at + interval '1 day' - now()))::int
                 FROM mails m WHERE m.user_id = u.id AND m.kind = ANY ($3)
                ORDER BY m.created_at DESC OFFSET $4 LIMIT 1) AS day
         FROM users u WHERE u.id = $1`,
      [userId, kinds, ASKED_FOR, MAILS_PER_DAY - 1],
    );
    const [minute, day] = [row?.minute ?? 0, row?.day ?? 0];
    const seconds = Math.max(minute, day);
    return seconds > 0 ? { seconds, isForTheDay: day > 0 } : undefined;
  }

  /** Null once the mail was sent, or its link is no longer good. */
  async render(mailId: string): Promise<RenderedMail | null> {
    const manager = this.database.manager;
    const mail = await manager.findOneBy(MailEntity, { id: mailId, sentAt: IsNull() });
    if (!mail) return null;
    if (mail.kind === 'alert') return layOut(mail.to, alertMail(this.config.webUrl, mail.details, mail.createdAt));
    if (mail.kind === 'contact_message') return this.renderContactMessage(manager, mail);
    if (mail.userId === null) return layOut(mail.to, this.guestMailOf(mail));
    const user = await manager.findOneBy(UserEntity, { id: mail.userId });
    if (!user || mail.kind === 'guest_access') return null;
    const token = mail.linkId && (await this.links.tokenOf(manager, mail.linkId));
    if (mail.linkId && !token) return null;
    return layOut(mail.to, this.contentOf({ ...mail, kind: mail.kind }, user.name, token ?? ''));
  }

  async markSent(mailId: string): Promise<void> {
    const { manager } = this.database;
    await manager.update(MailEntity, { id: mailId, sentAt: IsNull() }, { sentAt: () => 'now()' });
    // The address of a guest, or of a deleted account with its last mail, has served its purpose.
    await manager.query(
      `DELETE FROM mails m WHERE id = $1 AND (user_id IS NULL
           OR EXISTS (SELECT FROM users u WHERE u.id = m.user_id AND u.status = 'closed'))`,
      [mailId],
    );
  }

  /** Owes the mail that an account is deleted, and forgets its others, but that the deletion has begun where unsent. */
  async postAccountDeleted(
    manager: EntityManager,
    user: Pick<UserEntity, 'id' | 'emailAsTyped' | 'name'>,
  ): Promise<void> {
    await manager.query(
      `DELETE FROM mails WHERE user_id = $1 AND (sent_at IS NOT NULL OR kind <> 'account_deletion_started')`,
      [user.id],
    );
    await this.post(manager, user, 'account_closed', { details: { name: user.name } });
  }

  /** The claim is signed when it is sent and lies nowhere. */
  private guestMailOf({ kind, details }: MailEntity): MailContent {
    const { requestId = '', accountId = '' } = details;
    const claim = this.claims.issue(requestId, accountId);
    if (kind === 'guest_access') return guestAccessMail(this.config.webUrl, requestId, claim);
    const url = `${this.config.webUrl}/order/${requestId}?claim=${claim}`;
    const says = 'The button opens the page of your order, for 30 days.';
    return refundMail(null, details, { label: 'See your order', url, says });
  }

  /** A statement has neither a video that was paid for directly nor a payment that bought nothing. */
  private placeOf({ requestId, reason }: MailEntity['details']): RefundMailLink {
    const { webUrl } = this.config;
    if (requestId) {
      return { label: 'Open your library', url: `${webUrl}/library`, says: 'Your videos are in your library.' };
    }
    const isListed = reason !== 'second_payment' && reason !== 'account_closed';
    const says = isListed
      ? 'Your Credit Vault shows the refund, with the credit note and the invoice that it corrects, to download.'
      : 'Your Credit Vault shows what you bought, with its invoice.';
    return { label: 'Open your Credit Vault', url: `${webUrl}/vault`, says };
  }

  private async renderContactMessage(manager: EntityManager, { id, to }: MailEntity): Promise<RenderedMail | null> {
    const message = await manager.findOneBy(ContactMessageEntity, { id });
    return message && { ...layOut(to, contactMessageMail(message)), replyTo: message.email };
  }

  private contentOf(
    mail: MailEntity & { kind: Exclude<MailKind, 'guest_access' | 'alert' | 'contact_message'> },
    name: string,
    token: string,
  ): MailContent {
    switch (mail.kind) {
      case 'confirm':
        return confirmMail(name, this.config.webUrl, token);
      case 'already_registered':
        return alreadyRegisteredMail(name, this.config.webUrl);
      case 'password_reset':
        return passwordResetMail(name, this.config.webUrl, token);
      case 'password_changed':
        return passwordChangedMail(name, this.config.webUrl, happened(mail));
      case 'export':
        return exportMail(name, this.config.webUrl, token);
      case 'account_deletion_started':
        return accountDeletionStartedMail(mail.details.name ?? name, this.config.webUrl);
      case 'account_closed':
        return accountDeletedMail(mail.details.name ?? name, this.config.webUrl);
      case 'refund':
        return refundMail(name, mail.details, this.placeOf(mail.details));
      case 'request_ended':
        return requestEndedMail(name, this.config.webUrl, mail.details);
      case 'new_sign_in':
        return newSignInMail(name, this.config.webUrl, happened(mail));
    }
  }
}

export function tooManyMails({ seconds, isForTheDay }: MailWait): LuitError {
  const text = isForTheDay
    ? 'We have sent you many mails today. Please look in your inbox and in spam, or try again later'
    : 'We have just sent you a mail. Please wait a minute before you ask for another';
  return new LuitError('too_many_requests', text, { retryAfterSeconds: seconds });
}

function happened({ createdAt, details }: MailEntity): Happening {
  return { device: details.device ?? '', ip: details.ip ?? '', at: createdAt };
}
