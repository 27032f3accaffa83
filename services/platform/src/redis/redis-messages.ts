import type { z } from 'zod';
import { recordSecurityEvent } from '../metrics/security-events';

/** Characters. A longer message of a list or channel is dropped unread, so that parsing it does not stop the process. */
export const MAX_MESSAGE_LENGTH = 8 * 1_024 * 1_024;

/**
 * Parses a message of a Redis list or channel. A malformed one comes from a bug or an intruder: it is recorded and dropped, and
 * the messages behind it are handled.
 *
 * @param key the list or channel
 * @returns undefined for text that is too long, is not JSON or does not match the schema
 */
export function parseRedisMessage<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  key: string,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(text.length > MAX_MESSAGE_LENGTH ? undefined : parseJson(text));
  if (parsed.success) return parsed.data;
  recordSecurityEvent('message_refused', { key, characters: text.length });
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
