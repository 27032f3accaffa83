interface Detail {
  loc: string[];
  msg: string;
  type: string;
}

/** An error in fal's format: `detail` is a text, or a list for invalid input. */
export class FalError extends Error {
  constructor(
    readonly statusCode: number,
    readonly detail: string | Detail[],
  ) {
    super(typeof detail === 'string' ? detail : detail.map(({ msg }) => msg).join('; '));
  }

  get body(): Record<string, unknown> {
    return { detail: this.detail };
  }
}

export function notFound(): FalError {
  return new FalError(404, 'Request not found');
}

/** fal's error for invalid input. */
export function invalidInput(type: string, msg: string, field: string): FalError {
  return new FalError(422, [{ loc: ['body', field], msg, type }]);
}

/** fal's error for an injected status. */
export function injectedFalError(status: number): FalError {
  if (status === 401) return new FalError(401, 'Authentication is required to access this application');
  if (status === 402 || status === 403) return new FalError(status, 'User is locked. Reason: Exhausted balance.');
  if (status === 404) return notFound();
  if (status === 422) return invalidInput('value_error', 'The input is not valid', 'prompt');
  if (status === 429) return new FalError(429, 'Too many requests');
  return new FalError(status, 'Internal server error');
}
