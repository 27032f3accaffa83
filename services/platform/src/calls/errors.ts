import { LuitError } from '@luit/contracts/errors';

export const UNAVAILABLE_TEXT = 'A part of the service is not available right now. Please try again in a moment.';
const RETRY_AFTER_SECONDS = 2;

export function unavailable(text = UNAVAILABLE_TEXT): LuitError {
  return new LuitError('unavailable', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/**
 * Postgres' classes of connection and shutdown errors (08, 57P), too many connections, a lock or an answer not had in
 * time, a transaction that stood still because its process was frozen, and the sockets' own codes.
 */
const CONNECTION_CODES =
  /^(08...|57P0\d|57014|53300|55P03|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const CONNECTION_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Driver not Connected|Cannot use a pool after|Query read timeout/i;

/** Whether Postgres or Redis could not be reached; the work may be asked for again. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.test(code) || CONNECTION_TEXTS.test(error.message);
}

/** What a caller may see of an error: our own as it is, a lost connection as `unavailable`, a bug without its cause. */
export function toLuitError(error: unknown): LuitError {
  if (error instanceof LuitError) return error;
  if (isConnectionError(error)) return unavailable();
  return new LuitError('internal_error', 'Something went wrong on our side. Please try again.');
}
