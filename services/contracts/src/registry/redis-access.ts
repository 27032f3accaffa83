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

/** The hash of a service's processes with the last sign of life of each (platform/presence). */
export const presenceKey = (service: string): string => `luit:presence:${service}`;

/** What auth leaves so that gateways can mail operators while no auth runs. Its time is auth's sign of life. */
export const EMERGENCY_MAILS = 'luit:emergency-mails';
/** Exists from the mail that auth is down until the mail that it is back, so that several gateways send each once. */
export const AUTH_DOWN = 'luit:auth-down';
/** Held by the replica of auth that looks for missing processes now. */
export const PROCESS_WATCH = 'luit:process-watch';

/** Redis key patterns that a service reads and writes, besides calls and queues. Only the keys of a wake-up and of handed polls are shared. */
export const privateRedisKeys: Record<Service, readonly string[]> = {
  gateway: ['luit:limit:*', 'luit:upload:*', 'luit:creation-attempts:*', `${SEEN_KEYS}*`, AUTH_DOWN],
  auth: [presenceKey('*'), EMERGENCY_MAILS, PROCESS_WATCH],
  billing: [],
  generation: ['luit:provider-rate:*', wakeUpKey(POLL_WAKE_UP), HANDED_POLLS],
  worker: ['luit:download-attempts:*', wakeUpKey(POLL_WAKE_UP), HANDED_POLLS],
};

/** Redis key patterns of one service that another one reads. */
export const readableRedisKeys: Partial<Record<Service, readonly string[]>> = {
  auth: [`${SEEN_KEYS}*`],
  gateway: [EMERGENCY_MAILS, presenceKey('worker')],
};
