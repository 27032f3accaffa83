import type { Device } from '@luit/contracts/auth/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '../../http/requests/cookies';
import { sourceOf } from '../../access/identities/request-source';

const COOKIE = new HostCookie('luit_device');
/** Carries the device token in both directions for clients without cookies. */
const HEADER = 'x-device';
const MAX_TOKEN = 200;
/** Browsers cap cookie lifetimes at 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** Returns the client's address, user agent and, for a trusted device, its token. */
export function deviceOf(request: FastifyRequest, isSecure: boolean): Device {
  const header = request.headers[HEADER];
  const token = COOKIE.read(request, isSecure) ?? (typeof header === 'string' ? header : undefined);
  return {
    ...sourceOf(request),
    ...(token && token.length <= MAX_TOKEN ? { token } : {}),
  };
}

/** Sends the trusted-device token. It authorizes nothing, and sign-out does not clear it. */
export function deliverDevice(
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): void {
  if (token === undefined) return;
  if (request.headers['x-client'] === 'token') reply.header(HEADER, token);
  else COOKIE.set(reply, token, isSecure, MAX_AGE_SECONDS);
}
