import type { z } from 'zod';
import { LuitError } from '../errors';

/**
 * Returns the message with the fields that its schema declares and drops all others.
 *
 * @throws LuitError `validation_failed` with the first error as its message and every invalid field in `details`
 */
export function parseMessage<Schema extends z.ZodType>(schema: Schema, message: unknown): z.output<Schema> {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const { path, message: error } of parsed.error.issues) details[path.join('.') || 'request'] ??= error;
  throw new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid', { details });
}
