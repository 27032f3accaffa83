import { z } from 'zod';
import { empty, id } from '../messages/fields';
import { call } from '../messages/message';
import { taskRoute } from './catalog/model-routes';
import { videoOptions } from './options';
import { requestType, restoreOptions } from './plans';

export const taskOptions = videoOptions.omit({ cameraMotion: true, style: true, extendOf: true }).extend({
  lastImageKey: z.string().nullable(),
  /** Storage keys of the reference images. */
  references: z.array(z.string()),
  /** Storage key of a video; the new video starts with its last frame. */
  extendedKey: z.string().nullable(),
});
/** The options of a video that change its submission. */
export type TaskOptions = z.infer<typeof taskOptions>;

export const providerTask = z.object({
  provider: z.string(),
  model: z.string(),
  /** How the provider makes it; null if the model has no route there. */
  route: taskRoute.nullable(),
  type: requestType,
  prompt: z.string(),
  /** Seconds; null for a restoration. */
  duration: z.number().nullable(),
  /** The quality, for a restoration. */
  resolution: z.string(),
  restore: restoreOptions.nullable(),
  imageKey: z.string().nullable(),
  /** Only for videos with options. */
  options: taskOptions.optional(),
  /** The result of this task is not the output but the image of the next step. */
  isIntermediate: z.boolean().optional(),
  /** Unguessable, part of the callback URL, and the reference for `findByRef`. */
  clientRef: z.string(),
  /** The URL to which the provider sends callbacks; null if we have no public address. */
  webhookUrl: z.string().nullable(),
});
/** Everything a worker needs to submit one job to a provider. */
export type ProviderTask = z.infer<typeof providerTask>;

export const providerEvent = z.object({
  id: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Base64. */
  rawBody: z.string(),
});
/** A provider's callback, unchanged; verified by the adapter in the worker. */
export type ProviderEvent = z.infer<typeof providerEvent>;

export const providerFailure = z.object({
  kind: z.enum(['moderation', 'privacy', 'invalid_input', 'quota', 'provider', 'timeout', 'bad_output']),
  /** The provider's own code, for operators. */
  code: z.string(),
  /** The provider's own message, for operators; users see our text for the kind. */
  message: z.string(),
});
export type ProviderFailure = z.infer<typeof providerFailure>;

export const strayTasks = z.object({
  /** Tasks to cancel until the provider confirms their end, regardless of the job's outcome. */
  cancel: z.array(z.string()),
  /** Unread callbacks: one may report a further task. */
  events: z.array(providerEvent),
});
/** Tasks that may run at the provider beside a job's own, after an unconfirmed submission. */
export type StrayTasks = z.infer<typeof strayTasks>;

export const strayResults = z.object({
  /** Callbacks that were read. */
  eventIds: z.array(z.string()),
  /** Tasks that they reported. */
  found: z.array(z.string()),
  /** Duplicates that have certainly ended. */
  stopped: z.array(z.string()),
});
/** A worker's findings about stray tasks; they are sent with the next report about the job. */
export type StrayResults = z.infer<typeof strayResults>;

/** Upper bound of one renewal of leases. */
export const MAX_RENEWALS = 200;

export const leased = z.object({
  requestId: id,
  /** From the claim; an older one than the row's is refused with `stale_lease`. */
  lease: z.number(),
});
export const byWorker = z.object({ requestId: z.string(), workerId: z.string() });

export const waitOrNone = [
  z.object({ action: z.literal('wait'), delayMs: z.number() }),
  z.object({ action: z.literal('none') }),
] as const;

export const providerTaskCalls = {
  /** Stored, and makes the next poll due immediately; the adapter verifies its content. Unknown token: `not_found`. */
  receiveProviderEvent: call('generation.receiveProviderEvent', {
    input: z.object({
      provider: z.string(),
      token: z.string(),
      headers: z.record(z.string(), z.string()),
      rawBody: z.string(),
    }),
    output: empty,
    timeoutMs: 4_000,
  }),
  /** Renews all leases of a worker; `stale` lists the jobs that have a newer lease. */
  renewLeases: call('generation.renewLeases', {
    input: z.object({ leases: z.array(leased).min(1).max(MAX_RENEWALS) }),
    output: z.object({ stale: z.array(z.string()) }),
  }),
};
