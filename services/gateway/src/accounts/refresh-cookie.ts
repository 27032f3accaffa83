import type { IssuedSession, Session } from '@luit/contracts/auth/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '../http/cookies';
import { deliverDevice } from './device-cookie';

/** Browsers hold the refresh token where no script can read it and no other host can replace it. */
const COOKIE = new HostCookie('luit_refresh');
/** The browser may forget it later than auth does: auth decides how long a session lives. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/**
 * The session as its client may have it: with `X-Client: token` whole, else with the refresh token as a cookie.
 *
 * @param cameByCookie a refresh token that a script could not read is not handed to one, whatever the client says it is
 */
export function deliverSession(
  issued: IssuedSession,
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
  cameByCookie = false,
): Session {
  deliverDevice(issued.device_token, request, reply, isSecure);
  const { access_token, refresh_token, expires_at, expires_in, user } = issued;
  const session = { access_token, expires_at, expires_in, user };
  if (!cameByCookie && request.headers['x-client'] === 'token') return { ...session, refresh_token };
  COOKIE.set(reply, refresh_token, isSecure, MAX_AGE_SECONDS);
  return session;
}

export function refreshTokenOf(request: FastifyRequest, isSecure: boolean): string | undefined {
  return COOKIE.read(request, isSecure);
}

export function forgetRefreshToken(reply: FastifyReply, isSecure: boolean): void {
  COOKIE.clear(reply, isSecure);
}
