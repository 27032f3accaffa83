/** Whether a refusal with this status is final. Otherwise, the same request with the same idempotency key is safe and may succeed. */
export function isDefiniteRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
