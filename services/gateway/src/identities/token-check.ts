import { LuitError } from '@luit/contracts/errors';
import passport from 'passport';
import { CLAIM, type Guest, type Identity, type Road } from './token.strategy';

/** Several times what auth issues; nobody reads what is longer. */
const MAX_CHARACTERS = 8_192;

/** Only what a strategy reads of a request. */
interface Asking {
  headers: { authorization?: string };
}

/**
 * Whom a token speaks for on that road: the one check behind HTTP and sockets. Undefined where it is absent or not
 * good.
 *
 * @throws LuitError `user_blocked`, `account_closed`; `unavailable` when the key it names cannot be had
 */
export function identityOf(road: Exclude<Road, typeof CLAIM>, request: Asking): Promise<Identity | undefined> {
  return holderOf<Identity>(road, request);
}

/** The guest whose claim this is; undefined where it is none, or has run out. */
export function guestOf(claim: string): Promise<Guest | undefined> {
  return holderOf<Guest>(CLAIM, { headers: { authorization: `Claim ${claim}` } });
}

function holderOf<Holder>(road: Road, request: Asking): Promise<Holder | undefined> {
  const { authorization = '' } = request.headers;
  if (authorization === '' || authorization.length > MAX_CHARACTERS) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const authenticate = passport.authenticate(road, { session: false }, (error: unknown, holder: Holder | false) => {
      if (error instanceof LuitError && error.code === 'unauthorized') resolve(undefined);
      else if (error) reject(error as Error);
      else resolve(holder || undefined);
    }) as (request: Asking, response: object, next: (error?: unknown) => void) => void;
    // Passport adds functions to what it is given; the request itself stays as it is.
    authenticate({ headers: { authorization } }, {}, (error) => reject(error as Error));
  });
}
