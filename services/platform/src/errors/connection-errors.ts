/**
 * Codes of errors that a retry may resolve. From PostgreSQL: connection exceptions (class 08), shutdown (57P0x), canceled
 * statement (57014), too many connections (53300), a server that is read-only (25006) or full (53100), lock timeout (55P03)
 * and idle-in-transaction timeout (25P03). The others are Node's socket and DNS errors.
 */
const CONNECTION_CODES =
  /^(08...|57P0\d|57014|53300|53100|25006|55P03|25P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of connection errors to which pg and TypeORM give no code. */
const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Driver not Connected|Cannot use a pool after|Query read timeout|query runner (was )?already released/i;

/** Returns true if a statement timed out while it waited for a lock of another transaction. It has changed nothing. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** Returns true if Postgres or Redis was unreachable, overloaded or too slow, so that the operation can be retried. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_CODES.test(code) || CONNECTION_MESSAGES.test(error.message);
}
