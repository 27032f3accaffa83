/** All error codes of the API with their HTTP status. */
export const ERROR_STATUS = {
  validation_failed: 400,
  invalid_json: 400,
  invalid_pack: 400,
  unsupported_combination: 400,
  weak_password: 400,
  invalid_email: 400,
  link_invalid_or_expired: 400,
  second_factor_invalid: 400,
  invalid_signature: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  insufficient_credits: 402,
  key_budget_exhausted: 402,
  forbidden: 403,
  second_factor_required: 403,
  approval_required: 403,
  step_up_required: 403,
  email_not_confirmed: 403,
  password_required: 403,
  user_blocked: 403,
  account_closed: 403,
  not_found: 404,
  user_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  not_finished: 409,
  email_taken: 409,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,
  price_changed: 409,
  payment_mismatch: 409,
  awaiting_payment: 409,
  not_refundable: 409,
  promo_code_not_redeemable: 409,
  cancel_not_possible: 409,
  stale_lease: 409,
  model_retired: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  refused_by_policy: 422,
  too_many_requests: 429,
  too_many_attempts: 429,
  key_concurrency_reached: 429,
  internal_error: 500,
  provider_error: 502,
  unavailable: 503,
  generation_paused: 503,
  provider_not_configured: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Temporary failures, with the seconds after which clients may retry unless the error says otherwise. */
const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = {
  idempotency_in_progress: 1,
  unavailable: 2,
  key_concurrency_reached: 5,
  generation_paused: 60,
  provider_not_configured: 60,
  storage_full: 60,
};

export type ErrorDetails = Record<string, unknown>;

/** An error as services send it to each other. */
export interface ErrorWire {
  code: ErrorCode;
  message: string;
  details?: ErrorDetails;
  retryAfterSeconds?: number;
}

/**
 * An error for clients and other services. Any other error is a bug, and clients receive it as `internal_error` without its
 * cause.
 */
export class LuitError extends Error {
  readonly code: ErrorCode;
  readonly details?: ErrorDetails;
  /** Seconds after which the client should retry; always set for 503 and 507. The gateway sends it as the Retry-After header. */
  readonly retryAfterSeconds?: number;

  constructor(code: ErrorCode, message: string, options: { details?: ErrorDetails; retryAfterSeconds?: number } = {}) {
    super(message);
    this.name = 'LuitError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds ?? RETRY_AFTER_SECONDS[code];
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toWire(): ErrorWire {
    return {
      code: this.code,
      message: this.message,
      details: this.details,
      retryAfterSeconds: this.retryAfterSeconds,
    };
  }

  static fromWire(wire: ErrorWire): LuitError {
    return new LuitError(wire.code, wire.message, wire);
  }
}

/** The error of requests by an account after its deletion was requested. */
export function accountClosed(): LuitError {
  return new LuitError('account_closed', 'This account is being deleted. We’ll email you when it’s done.');
}

export function isErrorWire(value: unknown): value is ErrorWire {
  return typeof value === 'object' && value !== null && 'code' in value && (value as ErrorWire).code in ERROR_STATUS;
}
