/** An error with the body that a server sends. */
export class GpuError extends Error {
  constructor(
    readonly statusCode: number,
    readonly body: object,
  ) {
    super(`HTTP ${statusCode}`);
  }
}
