import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import passport from 'passport';
import { GUEST, type Guest, type Identity, type TokenSource, type TokenType, USER } from './token.strategy';
import { verifiedTokens } from './verified-tokens';

/** Several times the length of the tokens that auth issues. */
const MAX_CHARACTERS = 8_192;

/**
 * Authenticates a token of the given type, for HTTP requests and sockets alike. Returns undefined if it is absent or
 * invalid.
 *
 * @param isRecorded false if the same token was already rejected as another type, so that one request is one security event
 * @throws LuitError `user_blocked`, `account_closed`; `unavailable` if the verification keys cannot be loaded
 */
export async function identityOf<Holder extends Identity | Guest = Identity>(
  tokenType: TokenType,
  request: TokenSource,
  isRecorded = true,
): Promise<Holder | undefined> {
  const { authorization = '' } = request.headers;
  if (authorization === '') return undefined;
  const { holder, fault } = isReadable(authorization)
    ? await authenticate<Holder>(tokenType, authorization)
    : { holder: undefined, fault: 'unreadable' };
  if (fault !== undefined && isRecorded) recordSecurityEvent('token_refused', { tokenType, fault, ip: request.ip });
  return holder;
}

/** Authenticates a guest access token. Returns undefined if it is invalid or expired. */
export function guestOf(token: string, ip?: string): Promise<Guest | undefined> {
  return identityOf<Guest>(GUEST, { headers: { authorization: `Claim ${token}` }, ip });
}

/**
 * The user of a recently verified token with an active session. Undefined for every other request; `identityOf` decides about these.
 *
 * @throws LuitError as `identityOf`
 */
export async function verifiedUserOf({ headers: { authorization } }: TokenSource): Promise<Identity | undefined> {
  const check = authorization === undefined ? undefined : verifiedTokens.find(USER, authorization);
  return (await check?.()) as Identity | undefined;
}

/** passport-jwt searches for the space between scheme and token, in quadratic time if there is none. */
const isReadable = (authorization: string): boolean =>
  authorization.length <= MAX_CHARACTERS && authorization.includes(' ');

interface Authentication<Holder> {
  holder?: Holder;
  /** Why the token is invalid; absent if it merely expired, or its session was revoked. */
  fault?: string;
}

/** Verifies the token, unless that was done lately: then only its session is checked. */
async function authenticate<Holder>(tokenType: TokenType, authorization: string): Promise<Authentication<Holder>> {
  const check = verifiedTokens.find(tokenType, authorization);
  if (!check) return verify(tokenType, authorization);
  try {
    return { holder: (await check()) as Holder };
  } catch (error) {
    if (isRevocation(error)) return {};
    throw error;
  }
}

function isRevocation(error: unknown): boolean {
  return error instanceof LuitError && error.code === 'unauthorized';
}

function verify<Holder>(tokenType: TokenType, authorization: string): Promise<Authentication<Holder>> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown, holder: Holder | false | undefined, failure: unknown) => {
      if (isRevocation(error)) resolve({});
      else if (error) reject(error as Error);
      // passport-jwt reports a failed key lookup this way.
      else if (failure instanceof LuitError) reject(failure);
      else if (holder) resolve({ holder });
      else resolve({ fault: faultOf(failure) });
    };
    const check = passport.authenticate(tokenType, { session: false }, done) as (
      request: TokenSource,
      response: object,
      next: (error?: unknown) => void,
    ) => void;
    // Passport adds functions to the request object, so it gets a copy.
    check({ headers: { authorization } }, {}, (error) => reject(error as Error));
  });
}

function faultOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return 'incomplete';
  return failure.name === 'TokenExpiredError' ? undefined : failure.message;
}
