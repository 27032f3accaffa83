import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '../errors';

const code = z.enum(Object.keys(ERROR_STATUS) as ErrorCode[]);

export const problem = z.object({
  /** A URN for the code. */
  type: z.string(),
  /** The name of the status. */
  title: z.string(),
  status: z.int(),
  /** For people. */
  detail: z.string(),
  code,
  /** The correlation id, also in the `x-request-id` header. */
  request_id: z.string(),
  /** Depends on the code: invalid fields of `validation_failed`, `available` of `key_budget_exhausted`. */
  details: z.record(z.string(), z.unknown()).optional(),
  /** The same in the form that clients of other video APIs parse. `param` is the first invalid field. */
  error: z.object({ message: z.string(), type: z.string(), code, param: z.string().nullable() }),
});
/** The body of every failed request of the public API (RFC 9457). */
export type Problem = z.infer<typeof problem>;
