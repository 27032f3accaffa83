/** Seconds after which a client may try again. */
const RETRY_AFTER = '1';

/** A request that gets no scores. Its message is the answer, and quotes nothing of the request. */
export class RequestError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Record<string, string>} headers
   */
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  /** @param {string} message */
  static unavailable(message) {
    return new RequestError(503, message, { 'retry-after': RETRY_AFTER });
  }
}
