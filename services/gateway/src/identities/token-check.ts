import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import passport from 'passport';
import { GUEST, type Guest, type Identity, type TokenType } from './token.strategy';

/** Several times what auth issues; nobody reads what is longer. */
const MAX_CHARACTERS = 8_192;

/** Only what a strategy reads of a request, and where it came from. */
interface Asking {
  headers: { authorization?: string };
  ip?: string;
}

/**
 * Whom a token speaks for on that road: the one check behind HTTP and sockets. Undefined where it is absent or not
 * good.
 *
 * @param isRecorded false where another road refused the same token before, so that one request is one security event
 * @throws LuitError `user_blocked`, `account_closed`; `unavailable` when the key it names cannot be had
 */
export function identityOf(
  road: Exclude<TokenType, typeof GUEST>,
  request: Asking,
  isRecorded = true,
): Promise<Identity | undefined> {
  return holderOf<Identity>(road, request, isRecorded);
}

/** The guest whose claim this is; undefined where it is none, or has run out. */
export function guestOf(claim: string, ip?: string): Promise<Guest | undefined> {
  return holderOf<Guest>(GUEST, { headers: { authorization: `Claim ${claim}` }, ip }, true);
}

async function holderOf<Holder>(road: TokenType, request: Asking, isRecorded: boolean): Promise<Holder | undefined> {
  const { authorization = '' } = request.headers;
  if (authorization === '') return undefined;
  const { holder, fault } = isReadable(authorization)
    ? await authenticate<Holder>(road, authorization)
    : { holder: undefined, fault: 'unreadable' };
  if (fault !== undefined && isRecorded) recordSecurityEvent('token_refused', { road, fault, ip: request.ip });
  return holder;
}

/** passport-jwt looks for the space between scheme and token, in quadratic time where there is none. */
const isReadable = (authorization: string): boolean =>
  authorization.length <= MAX_CHARACTERS && authorization.includes(' ');

/** `fault`: why the token is none of ours; absent where it only ran out, or its session ended. */
function authenticate<Holder>(road: TokenType, authorization: string): Promise<{ holder?: Holder; fault?: string }> {
  return new Promise((resolve, reject) => {
    const done = (error: unknown, holder: Holder | false | undefined, failure: unknown) => {
      if (error instanceof LuitError && error.code === 'unauthorized') resolve({});
      else if (error) reject(error as Error);
      // How passport-jwt passes on that the key could not be asked for.
      else if (failure instanceof LuitError) reject(failure);
      else if (holder) resolve({ holder });
      else resolve({ fault: faultOf(failure) });
    };
    const check = passport.authenticate(road, { session: false }, done) as (
      request: Asking,
      response: object,
      next: (error?: unknown) => void,
    ) => void;
    // Passport adds functions to what it is given; the request itself stays as it is.
    check({ headers: { authorization } }, {}, (error) => reject(error as Error));
  });
}

function faultOf(failure: unknown): string | undefined {
  if (!(failure instanceof Error)) return 'incomplete';
  return failure.name === 'TokenExpiredError' ? undefined : failure.message;
}
