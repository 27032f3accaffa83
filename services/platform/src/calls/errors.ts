import { LuitError } from '@luit/contracts/errors';
import { isConnectionError } from '../database/connection-errors';

export const UNAVAILABLE_TEXT = 'A part of the service is not available right now. Please try again in a moment.';
const RETRY_AFTER_SECONDS = 2;

export function unavailable(text = UNAVAILABLE_TEXT): LuitError {
  return new LuitError('unavailable', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Converts any error to one that callers may see. A `LuitError` is returned unchanged, a connection error becomes
 * `unavailable`, and everything else becomes `internal_error` without its cause.
 */
export function toLuitError(error: unknown): LuitError {
  if (error instanceof LuitError) return error;
  if (isConnectionError(error)) return unavailable();
  return new LuitError('internal_error', 'Something went wrong on our side. Please try again.');
}
