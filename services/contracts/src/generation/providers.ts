import { z } from 'zod';
import { empty } from '../messages/fields';
import { call } from '../messages/message';

const providerState = z.enum(['closed', 'half_open', 'open']);
/** State of the circuit breaker; `half_open` lets one job through to test the provider. */
export type ProviderState = z.infer<typeof providerState>;

export const providerOverview = z.object({
  name: z.string(),
  state: providerState,
  /** Consecutive failed submissions. */
  failures: z.number(),
  /** Milliseconds until the circuit breaker lets a job through. */
  closedForMs: z.number(),
  /** Remaining milliseconds of the pause that the provider asked for. */
  pausedMs: z.number(),
  /** Code of its latest failure. */
  reason: z.string().nullable(),
  /** Jobs that wait for it, and jobs in flight. */
  waiting: z.number(),
  busy: z.number(),
  /** Tasks that may run at once. */
  slots: z.number(),
  /** Submissions that its rate limit allows right now, of so many a minute. */
  submitsLeft: z.number(),
  submitsPerMinute: z.number(),
  /** Our models that it serves. */
  models: z.array(z.string()),
});
/** A provider as operators see it. */
export type ProviderOverview = z.infer<typeof providerOverview>;

export const providerCalls = {
  /** The state of each provider: its circuit breaker, its pause, its jobs. */
  listProviders: call('generation.listProviders', {
    input: empty,
    output: z.object({ providers: z.array(providerOverview) }),
  }),
};
