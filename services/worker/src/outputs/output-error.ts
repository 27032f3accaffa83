/** The output cannot be had, or is not what was ordered. Anything else that goes wrong while collecting is ours. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  constructor(
    readonly code: string,
    message: string,
    /** Fetching it again cannot help. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
