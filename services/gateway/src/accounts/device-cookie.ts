import type { Device } from '@luit/contracts/auth/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '../http/cookies';

const COOKIE = new HostCookie('luit_device');
/** Carries the device token in both directions for clients without cookies. */
const HEADER = 'x-device';
const MAX_TOKEN = 200;
const MAX_USER_AGENT = 512;
/** Browsers cap cookie lifetimes at 400 days. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** Returns the client's address, user agent and, for a trusted device, its token. */
export function deviceOf(request: FastifyRequest, isSecure: boolean): Device {
  const header = request.headers[HEADER];
  const token = COOKIE.read(request, isSecure) ?? (typeof header === 'string' ? header : undefined);
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
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
