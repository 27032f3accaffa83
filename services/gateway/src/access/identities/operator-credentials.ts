import { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import type { FastifyRequest } from 'fastify';
import { HostCookie } from '../../http/requests/cookies';

/** Session cookie of operators' browsers. Other clients send an Authorization header instead. */
export const operatorCookie = new HostCookie('luit_operator');

/** Sent by the operators' app. Pages of other origins cannot add it without a CORS preflight, which the gateway does not answer. */
const PAGE_HEADER = 'x-luit-operator';

const SAFE_METHODS = ['GET', 'HEAD'];

/**
 * Returns the operator's credential as the value of an Authorization header: the header itself if present, otherwise built
 * from the cookie. Undefined if the request has neither.
 *
 * @throws LuitError `forbidden` if a state-changing request has only the cookie and lacks the header of the operators' app
 */
export function operatorAuthorization(request: FastifyRequest, isSecure: boolean): string | undefined {
  const { authorization } = request.headers;
  if (authorization) return authorization;
  const token = operatorCookie.read(request, isSecure);
  if (!token) return undefined;
  if (!SAFE_METHODS.includes(request.method) && request.headers[PAGE_HEADER] !== '1') {
    recordSecurityEvent('cross_site_refused', { ip: request.ip, route: request.routeOptions.url });
    throw new LuitError('forbidden', 'This request did not come from the admin app.');
  }
  return `Bearer ${token}`;
}
