import { newRequestId } from './fal';

type ErrorType = 'authorization_error' | 'validation_error' | 'not_found' | 'rate_limited' | 'server_error';

/** An error in the format of the platform API, which differs from the format of the queue. */
export class FalPlatformError extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }

  get body(): Record<string, unknown> {
    const types: Record<number, ErrorType> = {
      ...{ 400: 'validation_error', 401: 'authorization_error', 403: 'authorization_error' },
      ...{ 404: 'not_found', 429: 'rate_limited' },
    };
    const type = types[this.statusCode] ?? 'server_error';
    return { error: { type, message: this.message, request_id: newRequestId() } };
  }
}
