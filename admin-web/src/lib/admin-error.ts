import type { ErrorCode, ErrorDetails } from '@luit/contracts/errors';
import { isDefiniteRefusal } from '@luit/ui/definite-refusal';

interface Refusal {
  code?: ErrorCode;
  /** The server's message, safe to show. */
  reason?: string;
  details?: ErrorDetails;
  /** Correlation id of the request, which the log lines of every service carry. */
  requestId?: string;
}

/** A failed call of the admin API. `message` is `API Error: {status}`; `reason` is the server's message. */
export class AdminError extends Error {
  readonly code?: ErrorCode;
  readonly reason?: string;
  readonly details: ErrorDetails;
  readonly requestId?: string;

  constructor(
    message: string,
    readonly status: number,
    refusal: Refusal = {},
  ) {
    super(message);
    this.name = 'AdminError';
    this.code = refusal.code;
    this.reason = refusal.reason;
    this.details = refusal.details ?? {};
    this.requestId = refusal.requestId;
  }

  /** Whether the server has decided. It has not if it asks for a confirmation or a fresh second factor. */
  get isDefinite(): boolean {
    return isDefiniteRefusal(this.status) && this.code !== 'step_up_required' && !('confirmation' in this.details);
  }
}

/** Text for the operator: the server's reason for a 4xx, otherwise a generic failure message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AdminError && error.reason && error.status < 500) return error.reason;
  if (error instanceof TypeError) return 'Could not reach the server. Check your connection and try again.';
  return error instanceof Error ? error.message : String(error);
}

/** What the operator can do about a failed read. */
export function readAdvice(error: unknown): string {
  if (error instanceof TypeError) return 'Could not reach the server. Check your connection, then retry.';
  if (!(error instanceof AdminError)) return 'Could not read the server’s response. Reload the page.';
  if (error.status >= 500) {
    return 'The server could not respond. Retry in a moment; if it keeps failing, check the alerts and the gateway’s logs.';
  }
  if (error.status === 429) return 'Too many requests. Wait a minute, then retry.';
  if (error.status === 403) return error.reason ?? 'Your role does not permit this. Ask an owner if you need it.';
  if (error.status === 404)
    return error.reason ?? 'It does not exist, or it was deleted at the end of its retention period.';
  return error.reason ?? 'The server refused this request. Clear the filters, then retry.';
}
