import type { OperatorRole } from '@luit/contracts/auth/operator-permissions';
import type { AccessTokenClaims, GuestTokenClaims, VerificationKey } from '@luit/contracts/auth/tokens';
import { accountClosed, LuitError } from '@luit/contracts/errors';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { isUuid } from '@luit/platform/database/is-uuid';
import { ExtractJwt, Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import { RevokedSessions } from './revoked-sessions';
import { VerificationKeys } from './verification-keys';
import { verifiedTokens } from './verified-tokens';

/** Audiences double as strategy names: each has its own keys and guards. */
export const USER = 'luit-web';
export const ADMIN = 'luit-admin';
/** Sessions opened by a mailed password reset link, which can only set a new password. */
export const PASSWORD_RESET = 'luit-web password-reset';

/** Guest access tokens, which open one request. */
export const GUEST = 'luit-claim';

export type TokenType = typeof USER | typeof ADMIN | typeof PASSWORD_RESET | typeof GUEST;

type Audience = VerificationKey['audience'];

/** The part of a request that a strategy reads, and the client's address. */
export interface TokenSource {
  headers: { authorization?: string };
  ip?: string;
}

/** The account and session of a valid token. */
export interface Identity {
  id: string;
  sessionId: string;
  email: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** An operator with an active session. `isOperator` marks them on sockets, where no guard separates them from users. */
export interface Operator extends Identity {
  isOperator: true;
  role: OperatorRole;
  /** True if the second factor was verified within the last minutes, or none is required. */
  hasFreshSecondFactor: boolean;
}

/** A guest, identified by the account of the order, with access to one request. */
export interface Guest {
  id: string;
  requestId: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Allowed difference between the clocks of two machines, seconds. */
const CLOCK_SKEW_SECONDS = 60;
/** Longest token lifetimes that auth issues, seconds. Revoked sessions are kept only slightly longer. */
const MAX_LIFETIME_SECONDS: Record<Audience, number> = {
  'luit-web': 15 * 60,
  'luit-admin': 8 * 60 * 60,
  'luit-claim': 30 * 24 * 60 * 60,
};

/**
 * Checks that all claims that auth writes are present and within bounds. The signature does not guarantee this: a token without `exp` would
 * never expire, and one without `sid` would outlive its session.
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
    exp - iat <= MAX_LIFETIME_SECONDS[aud] + CLOCK_SKEW_SECONDS &&
    ids.every((id) => typeof id === 'string' && isUuid(id))
  );
}

/** Pins algorithm, issuer and audience; the key is the one with the token's `kid` that auth published for this audience. */
function options(keys: VerificationKeys, audience: Audience, scheme = 'bearer'): StrategyOptionsWithRequest {
  return {
    jwtFromRequest: ExtractJwt.fromAuthHeaderWithScheme(scheme),
    algorithms: ['ES256'],
    issuer: 'luit',
    audience,
    passReqToCallback: true,
    secretOrKeyProvider: (_request, rawToken: string, done) => {
      const kid = keyIdOf(rawToken);
      if (kid === undefined) return done(null, undefined);
      keys.find(audience, kid).then(
        // passport-jwt's types allow strings and buffers only; jsonwebtoken also accepts a parsed key, which avoids parsing it each time.
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
 * @returns null if a claim is missing
 * @throws LuitError `unauthorized`, `user_blocked`, `account_closed`, `unavailable`
 */
async function identify(
  claims: AccessTokenClaims,
  revoked: RevokedSessions,
  types: readonly AccessTokenClaims['typ'][] = ['access'],
): Promise<Identity | null> {
  if (!isComplete(claims, [claims.sub, claims.sid])) return null;
  if (!types.includes(claims.typ)) throw new LuitError('unauthorized', 'Auth session missing');
  const reason = await revoked.reasonOf(claims.sid);
  if (reason === 'blocked') {
    throw new LuitError('user_blocked', 'This account has been blocked. Please contact support.');
  }
  if (reason === 'account_closed') throw accountClosed();
  if (reason) throw new LuitError('unauthorized', 'Auth session missing');
  return { id: claims.sub, sessionId: claims.sid, email: claims.email, expiresAt: claims.exp };
}

/** @returns null if a claim is missing */
function guestOf(claims: GuestTokenClaims): Guest | null {
  const { sub, account, exp } = claims;
  return isComplete(claims, [sub, account]) ? { id: account, requestId: sub, expiresAt: exp } : null;
}

/** Runs the check, and remembers a valid token so that only the check is repeated. */
async function verified<Holder>(
  tokenType: TokenType,
  { headers: { authorization } }: TokenSource,
  { exp }: { exp: number },
  check: () => Holder | null | Promise<Holder | null>,
): Promise<Holder | null> {
  const holder = await check();
  if (holder && authorization) verifiedTokens.add(tokenType, authorization, exp, check);
  return holder;
}

@Injectable()
export class UserTokenStrategy extends PassportStrategy(Strategy, USER) {
  constructor(
    keys: VerificationKeys,
    private readonly revoked: RevokedSessions,
  ) {
    super(options(keys, USER));
  }

  validate(source: TokenSource, claims: AccessTokenClaims): Promise<Identity | null> {
    return verified(USER, source, claims, () => identify(claims, this.revoked, ['access', 'view']));
  }
}

@Injectable()
export class PasswordResetTokenStrategy extends PassportStrategy(Strategy, PASSWORD_RESET) {
  constructor(
    keys: VerificationKeys,
    private readonly revoked: RevokedSessions,
  ) {
    super(options(keys, USER));
  }

  validate(source: TokenSource, claims: AccessTokenClaims): Promise<Identity | null> {
    return verified(PASSWORD_RESET, source, claims, () => identify(claims, this.revoked, ['recovery']));
  }
}

@Injectable()
export class AdminTokenStrategy extends PassportStrategy(Strategy, ADMIN) {
  constructor(
    keys: VerificationKeys,
    private readonly revoked: RevokedSessions,
  ) {
    super(options(keys, ADMIN));
  }

  validate(source: TokenSource, claims: AccessTokenClaims): Promise<Identity | null> {
    return verified(ADMIN, source, claims, () => identify(claims, this.revoked));
  }
}

@Injectable()
export class GuestTokenStrategy extends PassportStrategy(Strategy, GUEST) {
  constructor(keys: VerificationKeys) {
    super(options(keys, GUEST, 'claim'));
  }

  validate(source: TokenSource, claims: GuestTokenClaims): Promise<Guest | null> {
    return verified(GUEST, source, claims, () => guestOf(claims));
  }
}
