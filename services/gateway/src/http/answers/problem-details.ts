import { type ErrorCode, LuitError } from '@luit/contracts/errors';
import type { Problem } from '@luit/contracts/http/problems';
import { STATUS_CODES } from 'node:http';

const PUBLIC_API = /^\/(?:v1|mcp)(?:[/?]|$)/;

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** Statuses of the public API that differ from the web app's API (draft-ietf-httpapi-idempotency-key-header). */
const STATUSES: Partial<Record<ErrorCode, number>> = { idempotency_conflict: 422 };

/** Returns true for a URL of the public API, which has no envelopes and reports errors as problem details. */
export function isPublicApi(url: string): boolean {
  return PUBLIC_API.test(url);
}

export function statusInPublicApi(failure: LuitError): number {
  return STATUSES[failure.code] ?? failure.status;
}

/** The longest wait before a retry that helps, seconds. */
const MAX_RETRY_AFTER_SECONDS = 60;
/** Failures without a known end that a retry may not meet. */
const PASSING: ErrorCode[] = ['internal_error', 'provider_error', 'request_timeout'];

/** True if clients should retry on their own (`x-should-retry`). */
export function shouldRetry({ code, retryAfterSeconds }: LuitError): boolean {
  return retryAfterSeconds === undefined ? PASSING.includes(code) : retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS;
}

/** The error as problem details (RFC 9457), with the member `error` that clients of other video APIs parse. */
export function problemOf(failure: LuitError, status: number, requestId: string): Problem {
  const { code, message, details } = failure;
  return {
    type: `urn:luit:error:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    request_id: requestId,
    ...(details ? { details } : {}),
    error: { message, type: typeOf(status), code, param: code === 'validation_failed' ? paramOf(details) : null },
  };
}

function typeOf(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 402) return 'insufficient_quota';
  if (status === 403) return 'permission_error';
  if (status === 429) return 'rate_limit_error';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

/** The first invalid field. */
function paramOf(details: LuitError['details'] = {}): string | null {
  return Object.keys(details)[0] ?? null;
}
