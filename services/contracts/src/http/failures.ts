/** The body of every failed HTTP request. */
export interface FailureBody {
  success: false;
  code: string;
  message: string;
  /** The same text as `message`. */
  error: string;
  /** The correlation id, also in the `x-request-id` header. */
  requestId: string;
  details?: Record<string, unknown>;
}
