import { type WebPushAttempt, webPushJob, type WebPushRequest } from '@luit/contracts/auth/web-push';
import { writeJobs } from '@luit/platform/events/outbox';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { generateRequestDetails } from 'web-push';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { ACTIVE_SESSIONS } from '../sessions/session.entity';
import type { FinishedRequest } from '../mails/mails.service';
import { webPushContent } from './web-push-texts';

/** News of an outcome that is older is of no use; push services drop it after that time, too. */
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
  ) {}

  /** Queues the message to each subscribed device of the owner, in the caller's transaction. Idempotent by request and device. */
  async queueRequestFinished(
    manager: EntityManager,
    { userId, requestId, type, hasSucceeded }: FinishedRequest,
  ): Promise<void> {
    if (!this.config.vapid) return;
    const queued = await manager.query<{ id: string }[]>(
      `INSERT INTO web_push_messages (id, subscription_id, kind, subject, details)
       SELECT uuidv7(), p.id, 'request_finished', $2, $3
         FROM web_push_subscriptions p JOIN ${ACTIVE_SESSIONS} s ON s.id = p.session_id JOIN users u ON u.id = s.user_id
        WHERE u.id = $1 AND u.status = 'active' AND s.created_at > now() - make_interval(days => $4)
        ORDER BY s.last_used_at DESC LIMIT ${MAX_DEVICES}
           ON CONFLICT (subscription_id, subject) DO NOTHING RETURNING id`,
      [userId, requestId, JSON.stringify({ type, hasSucceeded: String(hasSucceeded) }), this.config.sessionDays],
    );
    const ids = queued.map(({ id }) => id);
    if (ids.length > 0) await writeJobs(manager, webPushJob, ids);
  }

  /** Null if the message was delivered or given up, or its session has ended. */
  async render(messageId: string): Promise<WebPushRequest | null> {
    const { vapid, sessionDays } = this.config;
    if (!vapid) return null;
    const [row] = await this.database.query<MessageRow[]>(
      `SELECT p.endpoint, p.p256dh, p.auth, m.subject, m.details,
              ${LIFETIME_SECONDS} - floor(extract(epoch FROM now() - m.created_at))::int AS "secondsLeft"
         FROM (SELECT * FROM ${DUE_WEB_PUSHES} AND m.id = $1) m JOIN web_push_subscriptions p ON p.id = m.subscription_id
         JOIN ${ACTIVE_SESSIONS} s ON s.id = p.session_id JOIN users u ON u.id = s.user_id
        WHERE u.status = 'active' AND s.created_at > now() - make_interval(days => $2)`,
      [messageId, sessionDays],
    );
    if (!row) return null;
    const { endpoint, p256dh, auth, subject, details, secondsLeft } = row;
    const content = JSON.stringify(webPushContent(subject, details));
    const request = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, content, {
      vapidDetails: vapid,
      TTL: secondsLeft,
      urgency: 'high',
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

  private async dropSubscription(messageId: string, status: number): Promise<{ retryInMs: null }> {
    const [dropped] = await this.database.query<[{ id: string }[], number]>(
      `DELETE FROM web_push_subscriptions WHERE id = (SELECT subscription_id FROM web_push_messages WHERE id = $1) RETURNING id`,
      [messageId],
    );
    if (dropped[0]) this.log.log({ msg: 'Web push subscription removed', subscriptionId: dropped[0].id, status });
    return { retryInMs: null };
  }
}
