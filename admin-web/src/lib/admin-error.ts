import type { ErrorCode, ErrorDetails } from '@luit/contracts/errors';

interface Refusal {
  code?: ErrorCode;
  /** The server's own words, fit for people. */
  reason?: string;
  details?: ErrorDetails;
}

/** A call that was not answered with success. `message` is `API Error: {status}`, `reason` what the server said. */
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

/** What to tell the operator who asked for a change: the server's reason where it decided, else that it failed. */
export function errorMessage(error: unknown): string {
  if (error instanceof AdminError && error.reason && error.status < 500) return error.reason;
  if (error instanceof TypeError) return 'The server could not be reached. Check the connection and try again.';
  return error instanceof Error ? error.message : String(error);
}
