import type { IssuedSession, PasswordResetSession } from '@luit/contracts/auth/sessions';
import type { AccessTokenClaims } from '@luit/contracts/auth/tokens';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AccessTokensService } from '../keys/access-tokens.service';
import { TOKEN_LIFETIME_SECONDS } from '../keys/token-lifetimes';
import { SecretsService } from '../../records/secrets/secrets.service';
import type { UserEntity } from '../../records/users/user.entity';
import { toUser } from '../users/users.service';
import { RefreshTokenEntity } from './refresh-token.entity';

const ACCESS_TOKEN_SECONDS = TOKEN_LIFETIME_SECONDS['luit-web'];

/** Issues the tokens of sessions. */
@Injectable()
export class SessionIssuerService {
  constructor(
    private readonly secrets: SecretsService,
    private readonly accessTokens: AccessTokensService,
  ) {}

  /** Adds the next active refresh token of a session; the previous one must be marked as used. */
  async addRefreshToken(manager: EntityManager, sessionId: string, parentId: string | null): Promise<string> {
    const id = uuidv7();
    const tokenHash = this.secrets.hashOf(this.secrets.tokenOf('refresh', id));
    await manager.insert(RefreshTokenEntity, { id, sessionId, parentId, tokenHash });
    return id;
  }

  issue(user: UserEntity, sessionId: string, refreshTokenId: string): IssuedSession {
    return {
      ...this.accessTokenOf(user, sessionId, 'access'),
      refresh_token: this.secrets.tokenOf('refresh', refreshTokenId),
    };
  }

  /** Has no refresh token: the new password must be set within the lifetime of the access token. */
  issueForPasswordReset(user: UserEntity, sessionId: string): Omit<PasswordResetSession, 'device_token'> {
    return this.accessTokenOf(user, sessionId, 'recovery');
  }

  private accessTokenOf(user: UserEntity, sessionId: string, typ: AccessTokenClaims['typ']) {
    const expiresAt = Math.floor(Date.now() / 1_000) + ACCESS_TOKEN_SECONDS;
    const claims = { sub: user.id, aud: 'luit-web', sid: sessionId, typ } as const;
    return {
      access_token: this.accessTokens.issue({ ...claims, email: user.email, name: user.name }, expiresAt),
      session_id: sessionId,
      expires_at: expiresAt,
      expires_in: ACCESS_TOKEN_SECONDS,
      user: toUser(user),
    };
  }
}
