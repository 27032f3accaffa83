import { LuitError } from '@luit/contracts/errors';
import { unavailable } from '@luit/platform/errors/errors';

/**
 * How a request to Razorpay failed. `refused`: Razorpay rejected it, nothing happened. `unknown`: no response, a server
 * error, or an invalid response; Razorpay may have performed the request.
 */
export type RazorpayFailure = 'refused' | 'unknown';

export class RazorpayError extends Error {
  constructor(
    readonly failure: RazorpayFailure,
    message: string,
    readonly status?: number,
  ) {
    super(message);
    this.name = 'RazorpayError';
  }
}

/** Anything but `{statusCode, error}` means that there was no response. */
export function fromSdk(rejection: unknown): RazorpayError {
  if (rejection instanceof RazorpayError) return rejection;
  const { statusCode, error } = (rejection ?? {}) as { statusCode?: unknown; error?: { description?: unknown } };
  if (typeof statusCode !== 'number') return new RazorpayError('unknown', 'No response from Razorpay');
  const description = typeof error?.description === 'string' ? error.description : 'no description';
  const isRefusal = statusCode >= 400 && statusCode < 500 && statusCode !== 429;
  return new RazorpayError(isRefusal ? 'refused' : 'unknown', `${statusCode}: ${description}`, statusCode);
}

/** Converts failures that a user can see. If Razorpay rejects the API keys, the site is not configured correctly. */
export function toUserError(error: unknown): unknown {
  if (!(error instanceof RazorpayError)) return error;
  if (error.status === 401) return notConfigured();
  return error.failure === 'unknown' ? unavailable('The payment provider is not responding. Please try again.') : error;
}

export function notConfigured(): LuitError {
  return new LuitError('provider_not_configured', 'Payments are not set up on this site yet');
}
