import type { LuitError } from '@luit/contracts/errors';
import { recordSecurityEvent } from '@luit/platform/security/security-events';
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../identities/token.strategy';

/** Mistakes of a form and its pace, which have codes of their own or none. */
const ORDINARY: LuitError['code'][] = ['validation_failed', 'too_many_requests', 'payload_too_large'];

/** Records who reached for an operators' route without the right, and what an operator was refused to change. */
export function recordRefusedAction(request: FastifyRequest & { user?: Identity }, failure: LuitError): void {
  const { routeOptions, method, user, ip } = request;
  // Absent for an address that leads nowhere.
  const route = routeOptions?.url;
  if (!route?.startsWith('/api/admin/')) return;
  const isRefusedChange = user !== undefined && method !== 'GET' && failure.status >= 400 && failure.status < 500;
  if (failure.code !== 'forbidden' && (!isRefusedChange || ORDINARY.includes(failure.code))) return;
  recordSecurityEvent('operator_action_refused', { code: failure.code, route, method, adminId: user?.id, ip });
}
