import type { Service } from '@luit/contracts/messages/message';
import { z } from 'zod';
import { parseRedisMessage } from '../redis/redis-messages';

/** Prefix of one channel per publisher, so that the Redis ACL decides who may publish for a service. */
export const PUSH_CHANNELS = 'luit:pushes:';

/** Upper limit of one Redis message in characters. A single larger push is a message of its own. */
const MAX_MESSAGE_LENGTH = 256 * 1_024;

/** A push as a list of them is published. */
const pushMessage = z.object({
  name: z.string(),
  payload: z.unknown().optional(),
  correlationId: z.string().optional(),
  /** W3C traceparent if a trace is recorded. */
  traceparent: z.string().optional(),
});
export type PushMessage = z.infer<typeof pushMessage>;
const pushMessages = z.array(pushMessage);

export function pushChannel(publisher: Service): string {
  return `${PUSH_CHANNELS}${publisher}`;
}

/** Encodes pushes as few Redis messages as the limit allows, in the same order. */
export function encodePushes(pushes: readonly PushMessage[]): string[] {
  const messages: string[] = [];
  let batch: string[] = [];
  let length = 0;
  for (const push of pushes) {
    const text = JSON.stringify(push);
    if (batch.length > 0 && length + text.length > MAX_MESSAGE_LENGTH) {
      messages.push(`[${batch.join(',')}]`);
      batch = [];
      length = 0;
    }
    batch.push(text);
    length += text.length;
  }
  if (batch.length > 0) messages.push(`[${batch.join(',')}]`);
  return messages;
}

/** A malformed message contains no pushes. */
export function decodePushes(message: string, channel: string): PushMessage[] {
  return parseRedisMessage(pushMessages, message, channel) ?? [];
}
