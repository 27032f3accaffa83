import type { Service } from './message';

/** The services that add jobs to a queue or pause it. The worker, which owns the queue, takes jobs from it. */
export const jobProducers: Record<string, readonly Service[]> = {
  mail: ['auth', 'generation'],
  submit: ['generation'],
  track: ['generation'],
  'late-result': ['generation'],
  erase: ['generation'],
};

/** Redis key patterns that a single service reads and writes for itself. */
export const privateRedisKeys: Record<Service, readonly string[]> = {
  gateway: ['luit:limit:*', 'luit:live', 'sio:session:*'],
  auth: [],
  billing: [],
  generation: ['luit:provider-rate:*'],
  worker: ['luit:download-attempts:*'],
};
