/** Logs a failure that needs no action by the user. @param operation names what failed */
export function logFailure(operation: string, cause: unknown): void {
  console.error(`${operation}:`, cause);
}

/** Logs a configuration hint for the operator. */
export function logHint(hint: string): void {
  console.warn(hint);
}
