/** An error in Ark's format `{error: {code, message, param, type}}`. */
export class ArkError extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
    readonly param = '',
  ) {
    super(message);
  }

  get body(): Record<string, unknown> {
    return { error: { code: this.code, message: this.message, param: this.param, type: typeOf(this.statusCode) } };
  }
}

function typeOf(status: number): string {
  if (status >= 500) return 'InternalError';
  return { 404: 'NotFound', 429: 'TooManyRequests' }[status] ?? 'BadRequest';
}

const MESSAGES: Record<number, [string, string]> = {
  401: ['AuthenticationError', 'The API key in the request is missing or invalid.'],
  402: ['AccountOverdueError', 'The request failed because your account has an overdue balance.'],
  403: ['AccountOverdueError', 'The request failed because your account has an overdue balance.'],
  404: ['ResourceNotFound', 'The specified resource is not found.'],
  422: ['InvalidParameter', 'A parameter specified in the request is not valid.'],
  429: ['RateLimitExceeded.EndpointRPMExceeded', 'The requests per minute limit has been exceeded.'],
};

/** Ark's error for an injected status. */
export function injectedArkError(status: number): ArkError {
  const [code, message] = MESSAGES[status] ?? ['InternalServiceError', 'The service encountered an internal error.'];
  return new ArkError(status, code, message);
}

/** Ark's codes and messages for failures, reported at creation with status 400 or later in the task. */
export const REFUSALS = {
  moderation: ['OutputVideoSensitiveContentDetected', 'The output video may contain sensitive information.'],
  privacy: ['InputImageSensitiveContentDetected.PrivacyInformation', 'The input image may contain real person.'],
  input: ['InvalidParameter', 'The parameter `content` specified in the request is not valid.'],
  technical: ['InternalServiceError', 'The service encountered an internal error.'],
} as const;
