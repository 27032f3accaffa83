import { z } from 'zod';
import { operatorReason } from '../auth/audit-log';
import { idPageQuery, searchWords } from '../messages/query-fields';
import { empty, id, optional, page, timeInput, timestamp } from '../messages/fields';
import { call } from '../messages/message';

/** `waiting`: no worker has read it yet; `read`: a worker has read it; `unneeded`: the job ended before a worker read it. */
export const CALLBACK_STATES = ['waiting', 'read', 'unneeded'] as const;
export type CallbackState = (typeof CALLBACK_STATES)[number];

const callbackRow = z.object({
  id,
  provider: z.string(),
  /** The provider's id of the event, or a hash of the body if it sends none. */
  eventId: z.string(),
  /** The task that the body names; null if it names none. */
  taskId: z.string().nullable(),
  jobId: id,
  /** The state of the job now. */
  jobState: z.string(),
  state: z.enum(CALLBACK_STATES),
  receivedAt: timestamp,
  readAt: timestamp.nullable(),
  /** When an operator last had it read again. */
  replayedAt: timestamp.nullable(),
  /** A worker would read it again and verify it, which cannot take effect twice. */
  canReplay: z.boolean(),
});
/** A callback of a provider, as operators see it. */
export type CallbackRow = z.infer<typeof callbackRow>;

export const callbackPage = page(callbackRow);
export const callbackDetails = callbackRow.extend({
  /** JSON with everything masked that is not an id, a state or a time; null if the body is no JSON. */
  body: z.string().nullable(),
  /** Names of the stored headers. */
  headers: z.array(z.string()),
});
export type CallbackDetails = z.infer<typeof callbackDetails>;

export const callbacksQuery = idPageQuery.extend({
  q: searchWords(200).describe('Id of a provider task, a job or an event'),
  provider: searchWords(64),
  state: optional(z.enum(CALLBACK_STATES)).describe('`unneeded`: the job ended before a worker read it'),
  from: optional(timeInput).describe('Received at this time or later'),
  to: optional(timeInput).describe('Received before this time'),
});
export type CallbacksQuery = z.infer<typeof callbacksQuery>;

export const providerCallbackCalls = {
  /** Newest first. */
  listProviderCallbacks: call('generation.listProviderCallbacks', {
    isForOperators: true,
    input: callbacksQuery.omit({ q: true }).extend({ words: callbacksQuery.shape.q }),
    output: callbackPage,
  }),
  /** `not_found` */
  getProviderCallback: call('generation.getProviderCallback', { input: z.object({ id }), output: callbackDetails }),
  /**
   * Tells a worker to verify and process a callback again. `not_found`; `conflict` if nothing reads callbacks of the job
   * anymore.
   */
  replayProviderCallback: call('generation.replayProviderCallback', {
    input: z.object({ id, adminId: id, reason: operatorReason }),
    output: empty,
  }),
};
