import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors';

export const failure = z.object({
  success: z.literal(false),
  code: z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]),
  /** For people. */
  message: z.string(),
  /** The same text as `message`. */
  error: z.string(),
  /** The correlation id, also in the `x-request-id` header. */
  requestId: z.string(),
  /** Depends on the code: invalid fields of `validation_failed`, `shortfall` of `insufficient_credits`. */
  details: z.record(z.string(), z.unknown()).optional(),
});
/** The body of every failed HTTP request. */
export type FailureBody = z.infer<typeof failure>;
