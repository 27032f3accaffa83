import type { ErrorCode, ErrorDetails } from '@luit/contracts/errors';

interface Refusal {
  code?: ErrorCode;
  /** The server's message, safe to show. */
  reason?: string;
  details?: ErrorDetails;
}

/** A failed call of the admin API. `message` is `API Error: {status}`; `reason` is the server's message. */
export class AdminError extends Error {
  readonly code?: ErrorCode;
  readonly reason?: string;
  readonly details: ErrorDetails;

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
  }
}

/** Text for the operator: the server's reason for a 4xx, otherwise a generic failure message. */
export function errorMessage(error: unknown): string {
  if (error instanceof AdminError && error.reason && error.status < 500) return error.reason;
  if (error instanceof TypeError) return 'Could not reach the server. Check your connection and try again.';
  return error instanceof Error ? error.message : String(error);
}
