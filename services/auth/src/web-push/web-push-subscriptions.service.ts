import type { WebPushState, WebPushSubscription } from '@luit/contracts/auth/web-push';
import { LuitError } from '@luit/contracts/errors';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ECDH } from 'node:crypto';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { isActiveSession, SessionEntity } from '../sessions/session.entity';

interface OwnSession {
  userId: string;
  sessionId: string;
}

/** Which sessions receive web pushes, and at which endpoint. */
@Injectable()
export class WebPushSubscriptionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG)
    private readonly config: Pick<AuthConfig, 'vapid' | 'isPrivateWebhookAllowed' | 'sessionDays'>,
  ) {}

  async find({ userId, sessionId }: OwnSession): Promise<WebPushState> {
    const [subscription] = await this.database.query<{ endpoint: string }[]>(
      `SELECT p.endpoint FROM web_push_subscriptions p JOIN sessions s ON s.id = p.session_id
        WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`,
      [sessionId, userId],
    );
    return { publicKey: this.config.vapid?.publicKey ?? null, endpoint: subscription?.endpoint ?? null };
  }

  /** @throws LuitError `not_found` without keys, `validation_failed`, `unauthorized` for a session that has ended */
  async subscribe({ userId, sessionId, endpoint, p256dh, auth }: OwnSession & WebPushSubscription): Promise<void> {
    if (!this.config.vapid) throw new LuitError('not_found', 'Notifications are not available here.');
    const fault = outboundUrlFault(endpoint, this.config.isPrivateWebhookAllowed);
    if (fault) throw new LuitError('validation_failed', fault);
    if (!isPointOfCurve(p256dh)) throw new LuitError('validation_failed', 'The key is not valid.');
    await this.database.transaction(async (manager) => {
      const session = await manager.findOne(SessionEntity, {
        where: { id: sessionId, userId, isPasswordReset: false, ...isActiveSession(this.config.sessionDays) },
        lock: { mode: 'pessimistic_write' },
      });
      if (!session) throw new LuitError('unauthorized', 'Your session has ended. Please sign in again');
      // Whoever uses this browser now must not read the messages to whoever used it before.
      await manager.query('DELETE FROM web_push_subscriptions WHERE endpoint = $1 AND session_id <> $2', [
        endpoint,
        sessionId,
      ]);
      await manager.query(
        `INSERT INTO web_push_subscriptions (id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
        [uuidv7(), sessionId, endpoint, p256dh, auth],
      );
    });
  }

  async unsubscribe({ userId, sessionId }: OwnSession): Promise<void> {
    await this.database.query(
      `DELETE FROM web_push_subscriptions p USING sessions s WHERE s.id = p.session_id AND s.id = $1 AND s.user_id = $2`,
      [sessionId, userId],
    );
  }
}

function isPointOfCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url');
    return Buffer.from(key, 'base64url')[0] === UNCOMPRESSED;
  } catch {
    return false;
  }
}

/** First byte of an uncompressed point (SEC 1, 2.3.3). */
const UNCOMPRESSED = 4;
