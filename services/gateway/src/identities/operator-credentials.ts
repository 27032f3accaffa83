import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import type { FastifyRequest } from 'fastify';
import { HostCookie } from '../http/cookies';

/** An operator's session in a browser. Programs send an Authorization header instead. */
export const operatorCookie = new HostCookie('luit_operator');

/** Sent by the operators' app. A page of another origin cannot add it without a CORS preflight, which nobody answers. */
const PAGE_HEADER = 'x-luit-operator';

const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * The operator's credential as the value of an Authorization header: the header itself where there is one, else the
 * cookie. Undefined where a request has neither.
 *
 * @throws LuitError `forbidden` where a request with the cookie alone could change state and lacks our pages' header
 */
export function operatorAuthorization(request: FastifyRequest, isSecure: boolean): string | undefined {
  const { authorization } = request.headers;
  if (authorization) return authorization;
  const token = operatorCookie.read(request, isSecure);
  if (!token) return undefined;
  if (!SAFE_METHODS.includes(request.method) && request.headers[PAGE_HEADER] !== '1') {
    recordSecurityEvent('cross_site_refused', { ip: request.ip, route: request.routeOptions.url });
    throw new LuitError('forbidden', 'This request does not come from the operators’ app.');
  }
  return `Bearer ${token}`;
}
