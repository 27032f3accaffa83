export interface InvalidField {
  type: string;
  field: string;
  description: string;
}

/** An error in Replicate's format `{title, detail, status, invalid_fields?}`. */
export class ReplicateError extends Error {
  constructor(
    readonly statusCode: number,
    readonly title: string,
    detail: string,
    readonly invalidFields?: InvalidField[],
  ) {
    super(detail);
  }

  get body(): Record<string, unknown> {
    const problem = { title: this.title, detail: this.message, status: this.statusCode };
    return this.invalidFields ? { ...problem, invalid_fields: this.invalidFields } : problem;
  }
}

export function unauthenticated(): ReplicateError {
  return new ReplicateError(401, 'Unauthenticated', 'You did not pass a valid authentication token');
}

export function notFound(): ReplicateError {
  return new ReplicateError(404, 'Not found', 'The requested resource could not be found.');
}

export function unknownVersion(): ReplicateError {
  const detail = "The specified version does not exist (or perhaps you don't have permission to use it?)";
  return new ReplicateError(422, 'Invalid version or not permitted', detail);
}

export function invalidInput(invalidFields: InvalidField[]): ReplicateError {
  const detail = invalidFields.map(({ field, description }) => `- ${field}: ${description}\n`).join('');
  return new ReplicateError(422, 'Input validation failed', detail, invalidFields);
}

/** Replicate's error for an injected status. */
export function injectedReplicateError(status: number, retryAfterSeconds?: number): ReplicateError {
  if (status === 401) return unauthenticated();
  if (status === 404) return notFound();
  if (status === 402)
    return new ReplicateError(402, 'Insufficient credit', 'You have insufficient credit to run this model.');
  if (status === 422) return invalidInput([{ type: 'invalid', field: 'input', description: 'input is invalid' }]);
  if (status === 429) {
    const detail = `Request was throttled. Your rate limit resets in ~${retryAfterSeconds ?? 30}s.`;
    return new ReplicateError(429, 'Too many requests', detail);
  }
  return new ReplicateError(status, 'Internal server error', 'The server encountered an error. Try again later.');
}
