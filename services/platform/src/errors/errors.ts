import { LuitError } from '@luit/contracts/errors';
import { isConnectionError, isLockTimeout } from './connection-errors';
import { connectionHolder } from '../tracing/correlation';
import { countRefusedWrite, refusedWrite } from './refused-writes';

export const UNAVAILABLE_TEXT = 'A part of the service is not available right now. Please try again in a moment.';
export const ACCOUNT_BUSY_TEXT = 'Another operation on this account is still running. Please try again in a moment.';
export const OPERATORS_BUSY_TEXT =
  'Too many lists and reports are being loaded right now. Please try again in a moment.';
const STORAGE_FULL_TEXT = 'We cannot store files right now. Please try again later.';

export function unavailable(text = UNAVAILABLE_TEXT): LuitError {
  return new LuitError('unavailable', text);
}

/** The process or the machine has no file descriptors left. */
function isOutOfFiles(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string };
  return code === 'EMFILE' || code === 'ENFILE';
}

/**
 * Converts any error to one that callers may see. A `LuitError` is returned unchanged, a connection error and a full or read-only
 * database become `unavailable`, a full file storage becomes `storage_full`, and everything else becomes `internal_error` without its cause.
 */
export function toLuitError(error: unknown): LuitError {
  if (error instanceof LuitError) return error;
  if (isLockTimeout(error))
    return unavailable(connectionHolder()?.isForOperators ? OPERATORS_BUSY_TEXT : ACCOUNT_BUSY_TEXT);
  const refused = refusedWrite(error);
  if (refused?.store === 'redis') countRefusedWrite(error);
  if (refused?.store === 'files') return new LuitError('storage_full', STORAGE_FULL_TEXT);
  if (refused || isConnectionError(error) || isOutOfFiles(error)) return unavailable();
  return new LuitError('internal_error', 'Something went wrong on our side. Please try again.');
}
