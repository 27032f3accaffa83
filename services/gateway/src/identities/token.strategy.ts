import type { AccessTokenClaims, GuestTokenClaims, VerificationKey } from '@luit/contracts/auth/tokens';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { isUuid } from '@luit/platform/database/is-uuid';
import { ExtractJwt, Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import { RevokedSessions } from './revoked-sessions';
import { VerificationKeys } from './verification-keys';

/** Audiences are names of strategies too: one key set, one audience, one road in. */
export const USER = 'luit-web';
export const ADMIN = 'luit-admin';
/** The session behind a mailed link, which sets a new password and does nothing else. */
export const PASSWORD_RESET = 'luit-web recovery';

/** What a guest holds in place of a session: it opens one request. */
export const GUEST = 'luit-claim';

export type TokenType = typeof USER | typeof ADMIN | typeof PASSWORD_RESET | typeof GUEST;

type Audience = VerificationKey['audience'];

/** Whoever a good token speaks for. */
export interface Identity {
  id: string;
  sessionId: string;
  email: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** On a socket, where no guard tells operators from creators. */
export interface Operator extends Identity {
  isOperator: true;
}

/** A guest, by the account of the order, who may see this one request. */
export interface Guest {
  id: string;
  requestId: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Clocks of two machines may differ by this much, seconds. */
const CLOCK_SKEW_SECONDS = 60;
/** What auth gives a token at most, seconds: ended sessions are remembered only a little longer than that. */
const LIFE_SECONDS: Record<Audience, number> = {
  'luit-web': 15 * 60,
  'luit-admin': 8 * 60 * 60,
  'luit-claim': 30 * 24 * 60 * 60,
};

/**
 * Whether every claim is there that auth writes, and in its bounds. A signature alone does not say so: without `exp` a token
 * would be good for ever, and one without `sid` would outlive its session.
 */
function isComplete(
  { aud, iat, exp }: Pick<AccessTokenClaims | GuestTokenClaims, 'aud' | 'iat' | 'exp'>,
  ids: unknown[],
): boolean {
  const now = Math.floor(Date.now() / 1_000);
  return (
    Number.isSafeInteger(iat) &&
    Number.isSafeInteger(exp) &&
    iat <= now + CLOCK_SKEW_SECONDS &&
    exp - iat <= LIFE_SECONDS[aud] + CLOCK_SKEW_SECONDS &&
    ids.every((id) => typeof id === 'string' && isUuid(id))
  );
}

/** Everything is pinned: algorithm, issuer, audience; the key is the one auth published for that audience under `kid`. */
function options(keys: VerificationKeys, audience: Audience, scheme = 'bearer'): StrategyOptionsWithoutRequest {
  return {
    jwtFromRequest: ExtractJwt.fromAuthHeaderWithScheme(scheme),
    algorithms: ['ES256'],
    issuer: 'luit',
    audience,
    secretOrKeyProvider: (_request, rawToken: string, done) => {
      const kid = keyIdOf(rawToken);
      if (kid === undefined) return done(null, undefined);
      keys.find(audience, kid).then(
        // passport-jwt's types know texts and buffers; jsonwebtoken below takes a parsed key, which spares parsing it each time.
        (key) => done(null, key as unknown as Buffer),
        (error: unknown) => done(error),
      );
    },
  };
}

function keyIdOf(rawToken: string): string | undefined {
  try {
    const header = JSON.parse(Buffer.from(rawToken.split('.', 1)[0] ?? '', 'base64url').toString()) as {
      kid?: unknown;
    };
    return typeof header.kid === 'string' ? header.kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @returns null where a claim is missing
 * @throws LuitError `unauthorized`, `user_blocked`, `account_closed`, `unavailable`
 */
async function identify(
  claims: AccessTokenClaims,
  ended: RevokedSessions,
  typ: AccessTokenClaims['typ'] = 'access',
): Promise<Identity | null> {
  if (!isComplete(claims, [claims.sub, claims.sid])) return null;
  if (claims.typ !== typ) throw new LuitError('unauthorized', 'Auth session missing');
  const end = await ended.endOf(claims.sid);
  if (end === 'blocked') {
    throw new LuitError('user_blocked', 'This account has been blocked. Please contact support.');
  }
  if (end === 'account_closed') throw accountClosed();
  if (end) throw new LuitError('unauthorized', 'Auth session missing');
  return { id: claims.sub, sessionId: claims.sid, email: claims.email, expiresAt: claims.exp };
}

@Injectable()
export class UserTokenStrategy extends PassportStrategy(Strategy, USER) {
  constructor(
    keys: VerificationKeys,
    private readonly ended: RevokedSessions,
  ) {
    super(options(keys, USER));
  }

  validate(claims: AccessTokenClaims): Promise<Identity | null> {
    return identify(claims, this.ended);
  }
}

@Injectable()
export class PasswordResetTokenStrategy extends PassportStrategy(Strategy, PASSWORD_RESET) {
  constructor(
    keys: VerificationKeys,
    private readonly ended: RevokedSessions,
  ) {
    super(options(keys, USER));
  }

  validate(claims: AccessTokenClaims): Promise<Identity | null> {
    return identify(claims, this.ended, 'recovery');
  }
}

@Injectable()
export class AdminTokenStrategy extends PassportStrategy(Strategy, ADMIN) {
  constructor(
    keys: VerificationKeys,
    private readonly ended: RevokedSessions,
  ) {
    super(options(keys, ADMIN));
  }

  validate(claims: AccessTokenClaims): Promise<Identity | null> {
    return identify(claims, this.ended);
  }
}

@Injectable()
export class GuestTokenStrategy extends PassportStrategy(Strategy, GUEST) {
  constructor(keys: VerificationKeys) {
    super(options(keys, GUEST, 'claim'));
  }

  validate(claims: GuestTokenClaims): Guest | null {
    const { sub, account, exp } = claims;
    return isComplete(claims, [sub, account]) ? { id: account, requestId: sub, expiresAt: exp } : null;
  }
}
