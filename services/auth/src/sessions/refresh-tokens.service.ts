import type { Device, IssuedSession, SessionEndReason } from '@luit/contracts/auth/sessions';
import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull, Raw } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../config';
import { sanitizeDevice } from '../devices/sanitize-device';
import { SecretsService } from '../secrets/secrets.service';
import { UserEntity } from '../users/user.entity';
import { refusalOf } from '../users/users.service';
import { RefreshTokenEntity } from './refresh-token.entity';
import { SessionIssuerService } from './session-issuer.service';
import { isInUse, SessionEntity } from './session.entity';
import { SessionsService } from './sessions.service';

/** How long a used token may come again: a lost answer, or a second tab that was a moment late. */
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
   * Exchanges the active token for the next one. The parent of the active token, and one exchanged less than 10 s ago,
   * answer the active token again, so that lost answers and several tabs sign nobody out. Any other token that comes
   * twice was stolen, by its first or by its second bearer: the session ends.
   *
   * @throws LuitError `unauthorized`, `user_blocked`, `account_closed`
   */
  async refresh({ refreshToken, device }: { refreshToken: string; device: Device }): Promise<IssuedSession> {
    if (typeof refreshToken !== 'string' || refreshToken === '')
      throw new LuitError('unauthorized', 'Auth session missing');
    const tokenHash = this.secrets.hashOf(refreshToken);
    const outcome = await this.database.transaction((manager) => this.exchange(manager, tokenHash, device));
    if (outcome.kind === 'issued') return outcome.session;
    const { userId, sessionId, reason } = outcome;
    if (reason === 'token_reused') recordSecurityEvent('refresh_token_reused', { ip: device.ip, userId, sessionId });
    this.log.warn({ msg: 'A session was ended at its refresh', userId, sessionId, reason });
    await this.sessions.publishEnded(userId, [sessionId], reason);
    throw outcome.error;
  }

  /** Ends a session in place of throwing, as what it ended has to be committed. */
  private async exchange(manager: EntityManager, tokenHash: Buffer, device: Device): Promise<Outcome> {
    const { id, sessionId } = await known(manager.findOneBy(RefreshTokenEntity, { tokenHash }));
    // Refreshes of one session take turns, and each sees what the one before it left.
    const session = await manager.findOne(SessionEntity, {
      where: { id: sessionId, ...isInUse(this.config.sessionDays) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!session) throw await this.whyOver(manager, sessionId);
    const user = await known(manager.findOneBy(UserEntity, { id: session.userId }));
    const refused = (reason: RefusalReason) => this.refuse(manager, session, reason, refusalOf(user.status));
    if (user.status !== 'active') return refused(user.status === 'blocked' ? 'blocked' : 'account_closed');
    const nextId = await this.nextTokenOf(manager, id, sessionId);
    if (!nextId) return refused('token_reused');
    await manager.update(SessionEntity, { id: sessionId }, { lastUsedAt: () => 'now()', ...sanitizeDevice(device) });
    return { kind: 'issued', session: this.issuer.issue(user, sessionId, nextId) };
  }

  /** The token to answer with: a new one for the active one, else the active one itself; null for one stolen. */
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

  private async whyOver(manager: EntityManager, sessionId: string): Promise<LuitError> {
    const { userId } = await known(manager.findOneBy(SessionEntity, { id: sessionId }));
    const { status } = await known(manager.findOneBy(UserEntity, { id: userId }));
    return refusalOf(status) ?? sessionOver();
  }

  private async refuse(
    manager: EntityManager,
    session: SessionEntity,
    reason: RefusalReason,
    error: LuitError = sessionOver(),
  ): Promise<Outcome> {
    await this.sessions.end(manager, [session.id], reason);
    return { kind: 'refused', error, userId: session.userId, sessionId: session.id, reason };
  }
}

/** What is missing tells nothing but that there is no session. */
async function known<T>(found: Promise<T | null>): Promise<T> {
  const row = await found;
  if (!row) throw sessionOver();
  return row;
}

function sessionOver(): LuitError {
  return new LuitError('unauthorized', 'Your session has ended. Please sign in again');
}
