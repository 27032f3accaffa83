import type { IssuedSession, Session } from '@luit/contracts/auth/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '../../http/requests/cookies';
import { deliverDevice } from './device-cookie';

/** Scripts cannot read this cookie, and no other host can overwrite it. */
export const REFRESH_COOKIE = new HostCookie('luit_refresh');
/** Longer than any session: auth decides when a session expires. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/**
 * Delivers a session: with `X-Client: token` the refresh token is in the body, otherwise it is set as a cookie.
 *
 * @param fromCookie whether the refresh token came in the cookie; it is then never returned in a body that scripts can read
 */
export function deliverSession(
  issued: IssuedSession,
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
  fromCookie = false,
): Session {
  deliverDevice(issued.device_token, request, reply, isSecure);
  const { access_token, refresh_token, expires_at, expires_in, user } = issued;
  const session = { access_token, expires_at, expires_in, user };
  if (!fromCookie && request.headers['x-client'] === 'token') return { ...session, refresh_token };
  REFRESH_COOKIE.set(reply, refresh_token, isSecure, MAX_AGE_SECONDS);
  return session;
}
