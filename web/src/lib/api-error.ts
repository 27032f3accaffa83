import type { ErrorCode } from '@luit/contracts/errors';
import { isDefiniteRefusal } from '@luit/ui/definite-refusal';

/** `offline`: no response. `unreadable`: a response without the API's envelope. */
export type ApiErrorCode = ErrorCode | 'offline' | 'unreadable';

interface ApiErrorInit {
  status: number;
  code: ApiErrorCode;
  requestId?: string;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

/** A failed API call. `message` is in the language of the page and can be shown to the user. */
export class ApiError extends Error {
  /** HTTP status; 0 if there was no response. */
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

  /** Whether the outcome is final. If not, a retry with the same idempotency key is safe and may succeed. */
  get isDefinite(): boolean {
    return isDefiniteRefusal(this.status);
  }
}

let textOfCode: (code: string, details: Record<string, unknown>) => string | undefined = () => undefined;

/** Replaces the texts of the server, which are in English, by those of another language. */
export function translateErrors(texts: typeof textOfCode): void {
  textOfCode = texts;
}

/** The text of an error in the language of the page: by its code, and in English always the server's message. */
export function errorText(code: string, message: string, details: Record<string, unknown> = {}): string {
  return textOfCode(code, details) ?? message;
}

/** Whether the server locked the user out because the account is blocked or being deleted. */
export function isLockedOut({ code }: ApiError): boolean {
  return code === 'user_blocked' || code === 'account_closed';
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
