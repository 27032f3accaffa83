import type { Language } from '@luit/contracts/auth/languages';
import { deliveryJobs, type OutboundRequest } from '@luit/contracts/auth/deliveries';
import { correlation } from '@luit/platform/tracing/correlation';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { generateRequestDetails } from 'web-push';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { i18nOf } from '../locales/i18n';
import { ACTIVE_SESSIONS } from '../../identity/sessions/session.entity';
import type { UserNotice } from '../../records/queued-mails/mails.service';
import { isMuted, type NoticeKind } from '../../records/notifications/notice-kinds';
import { DeliveriesService } from '../deliveries/deliveries.service';
import {
  type DeliveryDeclaration,
  type DeliverySender,
  type RecordedAttempt,
  RETRIED_FOR_A_DAY,
} from '../deliveries/delivery-attempts';
import { PendingNotices } from '../pending-notices/pending-notices';
import { webPushContent } from './web-push-texts';

/** Updates about an older outcome are of no use; push services also drop them after that time. */
const LIFETIME_SECONDS = 24 * 3_600;
/** A user's most recently used devices; a message to more would only delay the others. */
const MAX_DEVICES = 20;

/** The push service knows the subscription no longer (RFC 8030, 7.3). */
const GONE = [404, 410];
/** The other errors of clients are the same at each attempt. */
const TEMPORARY = [408, 425, 429];

const WEB_PUSHES: DeliveryDeclaration = {
  table: 'web_push_messages',
  targets: 'web_push_subscriptions',
  targetColumn: 'subscription_id',
  targetState: null,
  attemptColumns: '',
  due: `web_push_messages d WHERE d.due_at IS NOT NULL AND d.created_at > now() - interval '${LIFETIME_SECONDS} seconds'`,
  ...RETRIED_FOR_A_DAY,
};

interface MessageRow {
  subscriptionId: string;
  userId: string;
  language: Language;
  kind: NoticeKind;
  endpoint: string;
  p256dh: string;
  auth: string;
  subject: string;
  details: Record<string, string>;
  secondsLeft: number;
}

/** Messages to the subscribed devices of users. A repeated one replaces itself. */
@Injectable()
export class WebPushMessagesService implements DeliverySender {
  readonly declaration = WEB_PUSHES;
  readonly name = 'Web push';
  readonly responder = 'push service';
  private readonly log = new Logger(WebPushMessagesService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'vapid' | 'sessionDays'>,
    private readonly notices: PendingNotices,
    deliveries: DeliveriesService,
  ) {
    deliveries.addSender('web_push', this);
  }

  /** Queues the message to each subscribed device of the user, in the caller's transaction. Idempotent by notice and device. */
  async queue(manager: EntityManager, { id, userId, kind, details }: UserNotice): Promise<void> {
    await manager.query(
      `WITH notice AS (
         SELECT $1::uuid AS user_id, $2::uuid AS subject, $3::text AS kind, $4::jsonb AS details, '{}'::uuid[] AS seen_by
       )${this.queueSql('notice', '$5')} SELECT`,
      [userId, id, kind, JSON.stringify(details), correlation()],
    );
  }

  /**
   * SQL that continues a WITH clause. It queues the messages about the rows of `notices`, which has the columns `user_id`,
   * `subject`, `kind`, `details` and `seen_by`: the sessions that need no message. Users who turned them off get none.
   *
   * @param cause a parameter with the correlation, or null
   */
  queueSql(notices: string, cause: string): string {
    const { vapid, sessionDays } = this.config;
    // The type of the parameter must be known, even if nothing uses it.
    if (!vapid) return `, unused AS (SELECT ${cause}::text)`;
    return `, message AS (
      INSERT INTO web_push_messages (id, subscription_id, kind, subject, details)
      SELECT uuidv7(), device.subscription_id, notice.kind, notice.subject, notice.details
        FROM ${notices} notice JOIN users u ON u.id = notice.user_id AND u.status = 'active', LATERAL (
          SELECT p.id AS subscription_id, s.id AS session_id
            FROM web_push_subscriptions p JOIN ${ACTIVE_SESSIONS} s ON s.id = p.session_id
           WHERE s.user_id = u.id AND s.created_at > now() - interval '${sessionDays} days'
           ORDER BY s.last_used_at DESC LIMIT ${MAX_DEVICES}) device
       WHERE device.session_id <> ALL (notice.seen_by) AND NOT ${isMuted('u.id', 'notice.kind', 'push')}
          ON CONFLICT (subscription_id, subject) DO NOTHING RETURNING id
    ), message_job AS (
      INSERT INTO outbox (kind, name, payload, options, correlation)
      SELECT '${deliveryJobs.web_push.kind}', '${deliveryJobs.web_push.name}', jsonb_build_object('id', id), '{}', ${cause}::text FROM message
    )`;
  }

  /** Null if the message was delivered or given up, its session has ended, or its notice is no longer wanted or true. */
  async render(messageId: string): Promise<OutboundRequest | null> {
    const { vapid, sessionDays } = this.config;
    if (!vapid) return null;
    const [row] = await this.database.query<MessageRow[]>(
      `SELECT p.id AS "subscriptionId", s.user_id AS "userId", u.language, m.kind, p.endpoint, p.p256dh, p.auth, m.subject, m.details,
              ${LIFETIME_SECONDS} - floor(extract(epoch FROM now() - m.created_at))::int AS "secondsLeft"
         FROM (SELECT * FROM ${WEB_PUSHES.due} AND d.id = $1) m JOIN web_push_subscriptions p ON p.id = m.subscription_id
         JOIN ${ACTIVE_SESSIONS} s ON s.id = p.session_id JOIN users u ON u.id = s.user_id
        WHERE u.status = 'active' AND s.created_at > now() - make_interval(days => $2)`,
      [messageId, sessionDays],
    );
    if (!row) return null;
    const { subscriptionId: targetId, endpoint, p256dh, auth, kind, language, subject, secondsLeft } = row;
    const details = await this.notices.currentDetails(row, 'push');
    if (!details) return this.withdraw(messageId);
    const content = JSON.stringify(webPushContent(i18nOf(language), kind, subject, details));
    const request = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, content, {
      vapidDetails: vapid,
      TTL: secondsLeft,
      urgency: kind === 'request_finished' ? 'high' : 'normal',
      // 32 characters at most (RFC 8030, 5.4), which is the length of an id without its hyphens.
      topic: subject.replaceAll('-', ''),
    });
    const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return {
      ...{ targetId, url: endpoint, headers: Object.fromEntries(headers) as Record<string, string> },
      ...{ body: request.body.toString('base64'), encoding: 'base64' },
    };
  }

  isPermanent(status: number): boolean {
    return status >= 400 && status < 500 && !TEMPORARY.includes(status) && !GONE.includes(status);
  }

  retryAfterMs(seconds: number): number {
    return Math.min(seconds, LIFETIME_SECONDS) * 1_000;
  }

  async endTarget({ targetId }: RecordedAttempt, status: number | null): Promise<boolean> {
    if (status === null || !GONE.includes(status)) return false;
    await this.database.query('DELETE FROM web_push_subscriptions WHERE id = $1', [targetId]);
    this.log.log({ msg: 'Web push subscription removed', subscriptionId: targetId, status });
    return true;
  }

  private async withdraw(messageId: string): Promise<null> {
    await this.database.query(
      `UPDATE web_push_messages SET due_at = NULL, failed_at = now(), error = 'The notice is no longer wanted or true'
        WHERE id = $1 AND due_at IS NOT NULL`,
      [messageId],
    );
    this.log.log({ msg: 'Web push withdrawn: its notice is no longer wanted or true', messageId });
    return null;
  }
}
