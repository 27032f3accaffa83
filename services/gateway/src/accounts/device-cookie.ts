import type { Device } from '@luit/contracts/auth/sessions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HostCookie } from '../http/cookies';

const COOKIE = new HostCookie('luit_device');
/** For clients that keep no cookies, in both directions. */
const HEADER = 'x-device';
const MAX_TOKEN = 200;
const MAX_USER_AGENT = 512;
/** As long as browsers keep a cookie at most. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** Where a request comes from, and which device it is where we met it before. */
export function deviceOf(request: FastifyRequest, isSecure: boolean): Device {
  const header = request.headers[HEADER];
  const token = COOKIE.read(request, isSecure) ?? (typeof header === 'string' ? header : undefined);
  return {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    ...(token && token.length <= MAX_TOKEN ? { token } : {}),
  };
}

/** By this the device is known again; it opens nothing. It stays when its owner signs out. */
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
