import '@fastify/cookie';
import type { Device } from '@luit/contracts/auth';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'luit_device';
/** For clients that keep no cookies, in both directions. */
const HEADER = 'x-device';
const MAX_TOKEN = 200;
const MAX_USER_AGENT = 512;
/** As long as browsers keep a cookie at most. */
const MAX_AGE_SECONDS = 400 * 24 * 3_600;

/** Where a request comes from, and which device it is where we met it before. */
export function deviceOf(request: FastifyRequest): Device {
  const header = request.headers[HEADER];
  const token = request.cookies[COOKIE] ?? (typeof header === 'string' ? header : undefined);
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
  else {
    const attributes = { path: '/api', httpOnly: true, sameSite: 'strict', secure: isSecure } as const;
    reply.setCookie(COOKIE, token, { ...attributes, maxAge: MAX_AGE_SECONDS });
  }
}
