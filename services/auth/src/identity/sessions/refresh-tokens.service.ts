import { authCalls } from '@luit/contracts/auth/messages';
import type { Device, IssuedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import type { RequestOf } from '@luit/contracts/messages/message';
import { OnCall } from '@luit/platform/calls/on-call';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, Raw } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../../records/auth-config';
import { sanitizeDevice } from '../../records/device-names/sanitize-device';
import { SecretsService } from '../../records/secrets/secrets.service';
import { UserEntity } from '../../records/users/user.entity';
import { statusError } from '../users/users.service';
import { RefreshTokenEntity } from './refresh-token.entity';
import { SessionIssuerService } from './session-issuer.service';
import { isActiveSession, SessionEntity } from './session.entity';
import { SessionsService } from './sessions.service';

/** A used token is still accepted this long, for a lost response or a second tab. */
const REUSE_GRACE = `interval '10 seconds'`;

type Outcome =
  | { kind: 'issued'; session: IssuedSession }
  | { kind: 'refused'; error: LuitError; userId: string; sessionId: string; reason: RefusalReason };

type RefusalReason = Extract<SessionEndReason, 'token_reused' | 'blocked' | 'account_closed'>;

/** Exchanges refresh tokens. */
@Injectable()
export class RefreshTokensService {
  private readonly log = new Logger(RefreshTokensService.name);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly secrets: SecretsService,
    private readonly issuer: SessionIssuerService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Exchanges the active token for the next one. The parent of the active token, and any token exchanged less than 10 s ago,
   * return the active token again, so that a lost response or a second tab does not sign the user out. Any other reuse means
   * that the token was stolen, so the session is revoked.
   *
   * @throws LuitError `unauthorized`, `user_blocked`, `account_closed`
   */
  @OnCall(authCalls.refresh)
  async refresh({ refreshToken, device }: RequestOf<typeof authCalls.refresh>): Promise<IssuedSession> {
    if (typeof refreshToken !== 'string' || refreshToken === '')
      throw new LuitError('unauthorized', 'Auth session missing');
    const tokenHash = this.secrets.hashOf(refreshToken);
    const outcome = await this.database.transaction((manager) => this.exchange(manager, tokenHash, device));
    if (outcome.kind === 'issued') return outcome.session;
    const { userId, sessionId, reason } = outcome;
    if (reason === 'token_reused') recordSecurityEvent('refresh_token_reused', { ip: device.ip, userId, sessionId });
    this.log.warn({ msg: 'Session revoked at refresh', userId, sessionId, reason });
    await this.sessions.publishRevoked(userId, [sessionId], reason);
    throw outcome.error;
  }

  /** Returns refusals instead of throwing them, so that the transaction commits the revoked session. */
  private async exchange(manager: EntityManager, tokenHash: Buffer, device: Device): Promise<Outcome> {
    const { id, sessionId } = await orUnauthorized(manager.findOneBy(RefreshTokenEntity, { tokenHash }));
    // The row lock serializes refreshes of one session.
    const session = await manager.findOne(SessionEntity, {
      where: { id: sessionId, ...isActiveSession(this.config.sessionDays) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session) throw await this.endedError(manager, sessionId);
    const user = await orUnauthorized(manager.findOneBy(UserEntity, { id: session.userId }));
    const refuse = (reason: RefusalReason) => this.refuse(manager, session, reason, statusError(user.status));
    if (user.status !== 'active') return refuse(user.status === 'blocked' ? 'blocked' : 'account_closed');
    const nextId = await this.nextTokenOf(manager, id, sessionId);
    if (!nextId) return refuse('token_reused');
    await manager.update(SessionEntity, { id: sessionId }, { lastUsedAt: () => 'now()', ...sanitizeDevice(device) });
    return { kind: 'issued', session: this.issuer.issue(user, sessionId, nextId) };
  }

  /** Returns a new token for the active one, the active one for a tolerated reuse, and null for a stolen one. */
  private async nextTokenOf(manager: EntityManager, id: string, sessionId: string): Promise<string | null> {
    const used = await manager.update(RefreshTokenEntity, { id, usedAt: IsNull() }, { usedAt: () => 'now()' });
    if (used.affected === 1) return this.issuer.addRefreshToken(manager, sessionId, id);
    const active = await manager.findOneByOrFail(RefreshTokenEntity, { sessionId, usedAt: IsNull() });
    if (active.parentId === id) return active.id;
    const isRecent = await manager.existsBy(RefreshTokenEntity, {
      id,
      usedAt: Raw((column) => `${column} > now() - ${REUSE_GRACE}`),
    });
    return isRecent ? active.id : null;
  }

  private async endedError(manager: EntityManager, sessionId: string): Promise<LuitError> {
    const { userId } = await orUnauthorized(manager.findOneBy(SessionEntity, { id: sessionId }));
    const { status } = await orUnauthorized(manager.findOneBy(UserEntity, { id: userId }));
    return statusError(status) ?? sessionEnded();
  }

  private async refuse(
    manager: EntityManager,
    session: SessionEntity,
    reason: RefusalReason,
    error: LuitError = sessionEnded(),
  ): Promise<Outcome> {
    await this.sessions.revoke(manager, [session.id], reason);
    return { kind: 'refused', error, userId: session.userId, sessionId: session.id, reason };
  }
}

/** A missing row reveals only that the session does not exist. */
async function orUnauthorized<T>(found: Promise<T | null>): Promise<T> {
  const row = await found;
  if (!row) throw sessionEnded();
  return row;
}

function sessionEnded(): LuitError {
  return new LuitError('unauthorized', 'Your session has ended. Please sign in again');
}
