import { ProblemError } from './problem.error';

const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;
/** A server that asks for more time is not waited for. */
const MAX_RETRY_AFTER_SECONDS = 60;

/**
 * How long to wait before a request is repeated, milliseconds; undefined if it is not repeated.
 *
 * @param retries so far
 * @param isRepeatable whether it may be carried out twice: it changes nothing, or has an `Idempotency-Key`
 */
export function retryDelay(error: unknown, retries: number, isRepeatable: boolean): number | undefined {
  const backoffMs = Math.min(FIRST_DELAY_MS * 2 ** retries, MAX_DELAY_MS) * (0.5 + Math.random() / 2);
  if (!(error instanceof ProblemError)) return isRepeatable && isConnectionError(error) ? backoffMs : undefined;
  if (error.status !== 429 && !(isRepeatable && mayPass(error, retries))) return undefined;
  const { retryAfterSeconds = 0 } = error;
  return retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS ? Math.max(retryAfterSeconds * 1_000, backoffMs) : undefined;
}

function mayPass({ status, code, problem }: ProblemError, retries: number): boolean {
  // The response to the first attempt was lost, and the attempt is still in progress under the same key.
  if (code === 'idempotency_in_progress') return retries > 0;
  return status === 503 || (problem === undefined && (status === 502 || status === 504));
}

/**
 * `fetch` rejects with a TypeError if the connection fails, before or after the headers of the response, and with a TimeoutError if the
 * response is late. By name, because test runners have classes of their own.
 */
function isConnectionError(error: unknown): boolean {
  return ['TypeError', 'TimeoutError'].includes((error as Error | null)?.name ?? '');
}
