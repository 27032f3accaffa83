import type { z } from 'zod';
import { LuitError } from '../errors';

/**
 * The message with the fields that its schema declares; others are dropped.
 *
 * @throws LuitError `validation_failed` with the first fault as its text and each faulty field in `details`
 */
export function parseMessage(schema: z.ZodType, message: unknown): unknown {
  const parsed = schema.safeParse(message);
  if (parsed.success) return parsed.data;
  const details: Record<string, string> = {};
  for (const { path, message: fault } of parsed.error.issues) details[path.join('.') || 'request'] ??= fault;
  throw new LuitError('validation_failed', Object.values(details)[0] ?? 'The request is not valid', { details });
}
