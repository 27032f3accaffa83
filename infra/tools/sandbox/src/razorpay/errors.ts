export interface RazorpayErrorFields {
  code: 'BAD_REQUEST_ERROR' | 'GATEWAY_ERROR' | 'SERVER_ERROR';
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: Record<string, string>;
  field?: string;
}

/** An error in Razorpay's format `{error: {code, description, …}}`. */
export class RazorpayError extends Error {
  readonly error: RazorpayErrorFields;

  constructor(
    readonly statusCode: number,
    description: string,
    fields: Partial<RazorpayErrorFields> = {},
  ) {
    super(description);
    const code = statusCode >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR';
    this.error = { code, description, source: 'NA', step: 'NA', reason: 'NA', metadata: {}, ...fields };
  }

  get body(): { error: RazorpayErrorFields } {
    return { error: this.error };
  }
}

export function invalidField(field: string, description: string): RazorpayError {
  const reason = 'input_validation_failed';
  return new RazorpayError(400, description, { source: 'business', step: 'payment_initiation', reason, field });
}

export function unknownId(): RazorpayError {
  return new RazorpayError(400, 'The id provided does not exist', {
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
  });
}
