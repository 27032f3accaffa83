import type { Language } from '@luit/contracts/auth/languages';
import { mailJob, type MailKind } from '@luit/contracts/auth/mails';
import type { RequestSource } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { writeJob } from '@luit/platform/events/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { devicePartsOf } from '../device-names/device-name';
import { sanitizeDevice } from '../device-names/sanitize-device';
import { isMuted, type NoticeKind } from '../notifications/notice-kinds';
import type { UserEntity } from '../users/user.entity';
import { MailEntity } from './mail.entity';

/** Mails that anyone who knows the address can trigger. */
const UNAUTHENTICATED: readonly MailKind[] = ['confirm', 'password_reset', 'already_registered'];

const ON_REQUEST: readonly MailKind[] = [...UNAUTHENTICATED, 'link_sign_in', 'export'];
/** Per user, for mails sent on request. Security notifications are not limited. */
const MAILS_PER_DAY = 20;

/** The change to something that outlives a session. */
export type AccessGrant =
  | 'api_key_created'
  | 'api_key_rotated'
  | 'api_key_changed'
  | 'webhook_endpoint_added'
  | 'webhook_endpoint_changed'
  | 'webhook_secret_rotated'
  | 'push_subscribed'
  | 'sign_in_linked'
  | 'passkey_added';

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

/** Queues mails with the job that sends them, in the transaction of what they report. */
@Injectable()
export class MailsService {
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

  /** Stores an alert to an operator. `AlertMailer` sends it, because an alert must not need a worker. */
  async queueAlert(manager: EntityManager, to: string, details: Record<string, string>): Promise<void> {
    const id = uuidv7();
    await manager.insert(MailEntity, { id, userId: null, kind: 'alert', to, linkId: null, details });
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
