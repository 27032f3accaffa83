import type { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import type { FastifyRequest } from 'fastify';

/** Validation errors, rate limits and requests for a second factor, which are not security events of this kind. */
const ORDINARY: LuitError['code'][] = [
  'validation_failed',
  'too_many_requests',
  'payload_too_large',
  'step_up_required',
];

/** Records access to operator routes without permission, and changes by operators that were refused. */
export function recordRefusedAction(request: FastifyRequest & { user?: { id: string } }, failure: LuitError): void {
  const { routeOptions, method, user, ip } = request;
  // Undefined for unmatched addresses.
  const route = routeOptions?.url;
  if (!route?.startsWith('/api/admin/')) return;
  const isRefusedChange = user !== undefined && method !== 'GET' && failure.status >= 400 && failure.status < 500;
  if (failure.code !== 'forbidden' && (!isRefusedChange || ORDINARY.includes(failure.code))) return;
  recordSecurityEvent('operator_action_refused', { code: failure.code, route, method, adminId: user?.id, ip });
}
