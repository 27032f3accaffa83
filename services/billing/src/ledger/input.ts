import { LuitError } from '@luit/contracts/errors';
import { z } from 'zod';

/** Far above any real posting, and small enough that sums stay exact in a JavaScript number. */
const MAX_CREDITS = 1_000_000_000;

export const credits = z.int().min(1).max(MAX_CREDITS);
export const id = z.uuid();
/** Longer than any key that the gateway accepts. */
export const idempotencyKey = z.string().min(1).max(200);

/** @throws LuitError `validation_failed` with messages by field in `details` */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const details = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
  throw new LuitError('validation_failed', 'The request is not valid', { details });
}
