/* eslint-disable no-console -- in a browser the console is the log */

/** Writes a failure that the person need not act on, with what was being done when it happened. */
export function logFailure(doing: string, cause: unknown): void {
  console.error(`${doing}:`, cause);
}

/** Writes a hint for whoever sets the product up. */
export function logHint(hint: string): void {
  console.warn(hint);
}
