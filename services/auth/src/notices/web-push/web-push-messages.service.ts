import type { Language } from '@luit/contracts/auth/languages';
import { authCalls } from '@luit/contracts/auth/messages';
import { type WebPushAttempt, webPushJob, type WebPushRequest } from '@luit/contracts/auth/web-push';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
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
import { PendingNotices } from '../pending-notices/pending-notices';
import { webPushContent } from './web-push-texts';

/** Updates about an older outcome are of no use; push services also drop them after that time. */
const LIFETIME_SECONDS = 24 * 3_600;
const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 10 * 60_000;
/** A user's most recently used devices; a message to more would only delay the others. */
const MAX_DEVICES = 20;

/** The push service knows the subscription no longer (RFC 8030, 7.3). */
const GONE = [404, 410];
/** The other errors of clients are the same at each attempt. */
const TEMPORARY = [408, 425, 429];

/** SQL: messages that can still be delivered. */
export const DUE_WEB_PUSHES = `web_push_messages m
   WHERE m.delivered_at IS NULL AND m.given_up_at IS NULL AND m.created_at > now() - interval '${LIFETIME_SECONDS} seconds'`;

interface MessageRow {
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

/** Messages to the subscribed devices of users. Each is delivered at least once, and a repeated one replaces itself. */
@Injectable()
export class WebPushMessagesService {
  private readonly log = new Logger(WebPushMessagesService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthConfig, 'vapid' | 'sessionDays'>,
    private readonly notices: PendingNotices,
  ) {}

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
      SELECT '${webPushJob.kind}', '${webPushJob.name}', jsonb_build_object('id', id), '{}', ${cause}::text FROM message
    )`;
  }

  /** Null if the message was delivered or given up, its session has ended, or its notice is no longer wanted or true. */
  @OnCall(authCalls.renderWebPush)
  async render({ messageId }: RequestOf<typeof authCalls.renderWebPush>): Promise<WebPushRequest | null> {
    const { vapid, sessionDays } = this.config;
    if (!vapid) return null;
    const [row] = await this.database.query<MessageRow[]>(
      `SELECT s.user_id AS "userId", u.language, m.kind, p.endpoint, p.p256dh, p.auth, m.subject, m.details,
              ${LIFETIME_SECONDS} - floor(extract(epoch FROM now() - m.created_at))::int AS "secondsLeft"
         FROM (SELECT * FROM ${DUE_WEB_PUSHES} AND m.id = $1) m JOIN web_push_subscriptions p ON p.id = m.subscription_id
         JOIN ${ACTIVE_SESSIONS} s ON s.id = p.session_id JOIN users u ON u.id = s.user_id
        WHERE u.status = 'active' AND s.created_at > now() - make_interval(days => $2)`,
      [messageId, sessionDays],
    );
    if (!row) return null;
    const { endpoint, p256dh, auth, kind, language, subject, secondsLeft } = row;
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
      url: endpoint,
      headers: Object.fromEntries(headers) as Record<string, string>,
      body: request.body.toString('base64'),
    };
  }

  /** Idempotent after a success. Retries back off from 5 seconds to 10 minutes and end after a day. */
  @OnCall(authCalls.recordWebPush)
  async record({ messageId, status, error, retryAfterSeconds }: WebPushAttempt): Promise<{ retryInMs: number | null }> {
    if (status !== null && GONE.includes(status)) return this.dropSubscription(messageId, status);
    const isDelivered = status !== null && status >= 200 && status < 300;
    const isPermanent = status !== null && status >= 400 && status < 500 && !TEMPORARY.includes(status);
    const reason = isDelivered ? null : (error ?? `The push service responded with status ${status}`);
    const [[row]] = await this.database.query<[{ attempts: number; isOver: boolean }[], number]>(
      `UPDATE web_push_messages m SET attempts = attempts + 1, last_error = $2,
              delivered_at = CASE WHEN $3 THEN now() END,
              given_up_at = CASE WHEN $4 OR (NOT $3 AND m.created_at < now() - interval '${LIFETIME_SECONDS} seconds') THEN now() END
        WHERE id = $1 AND delivered_at IS NULL AND given_up_at IS NULL
      RETURNING attempts, delivered_at IS NOT NULL OR given_up_at IS NOT NULL AS "isOver"`,
      [messageId, reason, isDelivered, isPermanent],
    );
    if (!row) return { retryInMs: null };
    if (isDelivered) this.log.log({ msg: 'Web push delivered', messageId, attempts: row.attempts });
    else this.log.warn({ msg: 'Web push failed', messageId, attempts: row.attempts, status, reason });
    if (row.isOver) return { retryInMs: null };
    const backoffMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (row.attempts - 1));
    return { retryInMs: Math.max(backoffMs, Math.min(retryAfterSeconds ?? 0, LIFETIME_SECONDS) * 1_000) };
  }

  private async withdraw(messageId: string): Promise<null> {
    await this.database.query(
      `UPDATE web_push_messages SET given_up_at = now(), last_error = 'The notice is no longer wanted or true'
        WHERE id = $1 AND delivered_at IS NULL AND given_up_at IS NULL`,
      [messageId],
    );
    this.log.log({ msg: 'Web push withdrawn: its notice is no longer wanted or true', messageId });
    return null;
  }

  private async dropSubscription(messageId: string, status: number): Promise<{ retryInMs: null }> {
    const [dropped] = await this.database.query<[{ id: string }[], number]>(
      `DELETE FROM web_push_subscriptions WHERE id = (SELECT subscription_id FROM web_push_messages WHERE id = $1) RETURNING id`,
      [messageId],
    );
    if (dropped[0]) this.log.log({ msg: 'Web push subscription removed', subscriptionId: dropped[0].id, status });
    return { retryInMs: null };
  }
}
