import { z } from 'zod';
import { empty, id, timestamp } from '../messages/fields';
import { call } from '../messages/message';
import {
  INSTANCE_STATES,
  instanceSettings,
  newProviderBody,
  providerBody,
  providerStateBody,
  sealedInstance,
  serverFacts,
} from './provider-instances';

export const providerState = z.enum(['closed', 'half_open', 'open']);
/** State of the circuit breaker; `half_open` lets one job through to test the provider. */
export type ProviderState = z.infer<typeof providerState>;

const providerName = z.string().min(1).max(64);

const outcomes = z.object({ succeeded: z.number(), finished: z.number() });

export const providerOverview = z.object({
  name: z.string(),
  state: providerState,
  /** Consecutive failed submissions. */
  failures: z.number(),
  /** When the circuit breaker opened after the latest success; null while it is closed. */
  openedAt: timestamp.nullable(),
  /** Milliseconds until the circuit breaker lets a job through. */
  closedForMs: z.number(),
  /** Remaining milliseconds of the pause that the provider asked for. */
  pausedMs: z.number(),
  /** Code of its latest failure. */
  reason: z.string().nullable(),
  /** Jobs that wait for it, and jobs in flight. */
  waiting: z.number(),
  busy: z.number(),
  /** How many of its jobs succeeded, out of all jobs that succeeded or failed. */
  lastFiveMinutes: outcomes,
  lastHour: outcomes,
  /** Jobs that ended in the same hour of each of the previous seven days, as far as there are figures; null without any. */
  usualHour: outcomes.extend({ days: z.int() }).nullable(),
  /** Tasks that may run at once. */
  slots: z.number(),
  /** Submissions that its rate limit allows right now, of so many a minute. */
  submitsLeft: z.number(),
  submitsPerMinute: z.number(),
  pollsPerMinute: z.number(),
  /** Run times of its jobs of the last 24 hours, seconds; null where none succeeded. */
  runP50: z.number().nullable(),
  runP95: z.number().nullable(),
  /** Our models that it serves. */
  models: z.array(z.string()),
  /** Models of the provider that no other provider could run that is on. */
  soleFor: z.array(z.string()),
  /** Models of the provider that no provider could run that is on: their jobs wait. */
  unserved: z.array(z.string()),
  /** Null while it is on. */
  stopped: z
    .object({
      state: z.enum(INSTANCE_STATES).exclude(['on']),
      since: timestamp,
      reason: z.string(),
      /** Null if no operator did: it is off until it has a credential. */
      adminId: id.nullable(),
    })
    .nullable(),
  /** The latest request by which a worker checked the provider; null if it was never checked. */
  lastCheck: z
    .object({
      at: timestamp,
      isReachable: z.boolean(),
      /** What is wrong, in words; null if it answers as its kind does. */
      fault: z.string().nullable(),
      facts: serverFacts.nullable(),
    })
    .nullable(),
  /** An operator requested a check that no worker has made yet. */
  isCheckPending: z.boolean(),
  settings: instanceSettings,
  hasCredential: z.boolean(),
  hasWebhookSecret: z.boolean(),
});
/** A provider as operators see it. */
export type ProviderOverview = z.infer<typeof providerOverview>;

export const providerCalls = {
  /** The state of each provider: its circuit breaker, its pause, its jobs. */
  listProviders: call('generation.listProviders', {
    input: empty,
    output: z.object({ providers: z.array(providerOverview) }),
  }),
  /** A new one is off. `validation_failed` by field, at `id` if another instance has it. The same again changes nothing. */
  createProvider: call('generation.createProvider', {
    input: newProviderBody.extend({ adminId: id }),
    output: z.object({ provider: providerOverview }),
  }),
  /** `not_found`; `validation_failed` by field: a URL on another server needs the credential again. Idempotent. */
  changeProvider: call('generation.changeProvider', {
    input: providerBody.extend({ adminId: id, provider: providerName }),
    output: z.object({ provider: providerOverview }),
  }),
  /** Turns a provider on or off, or drains it. Jobs that it runs finish in any case. Survives restarts. Idempotent. `not_found`. */
  setProviderState: call('generation.setProviderState', {
    input: providerStateBody.extend({ adminId: id, provider: providerName }),
    output: z.object({ provider: providerOverview }),
  }),
  /** All instances with their sealed secrets, for workers. */
  listSealedInstances: call('generation.listSealedInstances', {
    input: empty,
    output: z.object({ instances: z.array(sealedInstance) }),
  }),
  /**
   * Tells a worker to check now whether the provider responds to a request that costs nothing. If it answers, an open circuit
   * breaker admits
   * a job at once. Repeated requests before the check count once. `not_found`.
   */
  checkProvider: call('generation.checkProvider', {
    input: z.object({ adminId: id, provider: providerName }),
    output: z.object({ provider: providerOverview }),
  }),
};
