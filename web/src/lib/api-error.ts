import type { ErrorCode } from '@luit/contracts/errors';

/** `offline`: nothing answered. `unreadable`: something answered, but not in our envelope. */
export type ApiErrorCode = ErrorCode | 'offline' | 'unreadable';

interface ApiErrorInit {
  status: number;
  code: ApiErrorCode;
  requestId?: string;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** A call that did not succeed. `message` is fit for people: the server's text, word for word. */
export class ApiError extends Error {
  /** HTTP status, 0 when nothing answered. */
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly requestId?: string;
  readonly details: Record<string, unknown>;
  readonly retryAfterSeconds?: number;

  constructor(message: string, init: ApiErrorInit) {
    super(message);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.requestId = init.requestId;
    this.details = init.details ?? {};
    this.retryAfterSeconds = init.retryAfterSeconds;
  }

  /** Whether the server has decided. Otherwise asking again with the same idempotency key is safe and may succeed. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

/** The server shuts this person out for good, and says why. */
export function isLockedOut({ code }: ApiError): boolean {
  return code === 'user_blocked' || code === 'account_closed';
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
