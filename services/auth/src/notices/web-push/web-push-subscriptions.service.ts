import { authCalls } from '@luit/contracts/auth/messages';
import type { WebPushState } from '@luit/contracts/auth/web-push';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { outboundUrlFault } from '@luit/platform/security/outbound-url';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { ECDH } from 'node:crypto';
import { DataSource } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { MailsService } from '../../records/queued-mails/mails.service';
import { isActiveSession, SessionEntity } from '../../identity/sessions/session.entity';
import { UserEntity } from '../../records/users/user.entity';

type Subscription = RequestOf<typeof authCalls.subscribeToWebPush>;

/** The sessions that receive web pushes, and their endpoints. */
@Injectable()
export class WebPushSubscriptionsService {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG)
    private readonly config: Pick<AuthConfig, 'vapid' | 'isPrivateWebhookAllowed' | 'sessionDays'>,
    private readonly mails: MailsService,
  ) {}

  @OnCall(authCalls.getWebPush)
  async find({ userId, sessionId }: RequestOf<typeof authCalls.getWebPush>): Promise<WebPushState> {
    const [subscription] = await this.database.query<{ endpoint: string }[]>(
      `SELECT p.endpoint FROM web_push_subscriptions p JOIN sessions s ON s.id = p.session_id
        WHERE s.id = $1 AND s.user_id = $2 AND s.ended_at IS NULL`,
      [sessionId, userId],
    );
    return { publicKey: this.config.vapid?.publicKey ?? null, endpoint: subscription?.endpoint ?? null };
  }

  /** @throws LuitError `not_found` without keys, `validation_failed`, `unauthorized` for a session that has ended */
  @OnCall(authCalls.subscribeToWebPush)
  async subscribe({ userId, sessionId, endpoint, p256dh, auth, from }: Subscription): Promise<void> {
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
      const known = await manager.query<unknown[]>(
        'SELECT FROM web_push_subscriptions WHERE endpoint = $1 AND session_id = $2',
        [endpoint, sessionId],
      );
      // The current user of this browser must not read messages to a previous user.
      await manager.query('DELETE FROM web_push_subscriptions WHERE endpoint = $1 AND session_id <> $2', [
        endpoint,
        sessionId,
      ]);
      await manager.query(
        `INSERT INTO web_push_subscriptions (id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth`,
        [uuidv7(), sessionId, endpoint, p256dh, auth],
      );
      if (known.length > 0) return;
      const owner = await manager.findOneByOrFail(UserEntity, { id: userId });
      await this.mails.queueAccessGranted(manager, owner, { grant: 'push_subscribed', thing: '' }, from);
    });
  }

  @OnCall(authCalls.unsubscribeFromWebPush)
  async unsubscribe({ userId, sessionId }: RequestOf<typeof authCalls.unsubscribeFromWebPush>): Promise<void> {
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
