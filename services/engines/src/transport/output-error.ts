/** The provider's output is unavailable or does not match the order. Other errors during collection are Luit's own. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  constructor(
    readonly code: string,
    message: string,
    /** Downloading it again cannot help. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
