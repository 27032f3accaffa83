import { SEEN_KEYS } from '../auth/completion-mails';
import { HANDED_POLLS, POLL_WAKE_UP } from '../generation/tracking';
import type { Service } from '../messages/message';

/** The services that add jobs to a queue or pause it. The worker, which owns the queue, takes jobs from it. */
export const jobProducers: Record<string, readonly Service[]> = {
  mail: ['auth', 'generation'],
  'alert-delivery': ['auth', 'generation'],
  'web-push': ['auth', 'generation'],
  deliver: ['auth', 'generation'],
  submit: ['generation'],
  'late-result': ['generation'],
  erase: ['generation'],
  derive: ['generation'],
  'model-check': ['generation'],
};

/** The sorted set of the wake-ups of one name (platform/wake-ups). */
export const wakeUpKey = (name: string): string => `luit:wake-ups:${name}`;

/** Redis key patterns that a service reads and writes, besides calls and queues. Only the keys of a wake-up and of handed polls are shared. */
export const privateRedisKeys: Record<Service, readonly string[]> = {
  gateway: ['luit:limit:*', 'luit:upload:*', 'luit:creation-attempts:*', `${SEEN_KEYS}*`],
  auth: [],
  billing: [],
  generation: ['luit:provider-rate:*', wakeUpKey(POLL_WAKE_UP), HANDED_POLLS],
  worker: ['luit:download-attempts:*', wakeUpKey(POLL_WAKE_UP), HANDED_POLLS],
};

/** Redis key patterns of one service that another one reads. */
export const readableRedisKeys: Partial<Record<Service, readonly string[]>> = { auth: [`${SEEN_KEYS}*`] };
