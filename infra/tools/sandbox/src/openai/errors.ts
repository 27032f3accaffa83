/** An error in OpenAI's format `{error: {message, type, param, code}}`. */
export class OpenAiError extends Error {
  constructor(
    readonly statusCode: number,
    readonly type: string,
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }

  get body(): Record<string, unknown> {
    return { error: { message: this.message, type: this.type, param: null, code: this.code } };
  }
}

const ERRORS: Record<number, [type: string, message: string, code?: string]> = {
  400: ['invalid_request_error', 'The request body is not valid.'],
  401: ['invalid_request_error', 'Incorrect API key provided.', 'invalid_api_key'],
  404: ['invalid_request_error', 'Unknown request URL.'],
  429: ['requests', 'Rate limit reached.', 'rate_limit_exceeded'],
};

export function openAiError(status: number): OpenAiError {
  const [type, message, code] = ERRORS[status] ?? ['server_error', 'The server had an error processing your request.'];
  return new OpenAiError(status, type, message, code);
}
