import { z } from 'zod';
import { credits, empty, id, opaqueCursor, optional, timestamp } from '../messages/fields';
import { call, event, push } from '../messages/message';
import {
  IMAGE_REQUIRED,
  INVALID_DURATION,
  MAX_PROMPT_CHARACTERS,
  MAX_SEARCH_CHARACTERS,
  PROMPT_REQUIRED,
  PROMPT_TOO_LONG,
  QUALITY_REQUIRED,
  VIDEO_DURATIONS,
} from './limits';
import { imageHash, storageKey } from './input-images';
import { requestMetadata } from './metadata';
import { checkVideoOptions, newVideoOptions, videoOptions } from './options';
import { requestType, restoreOptions } from './plans';
import { promptText } from './prompt-text';
import { takedownNotice } from './takedowns';

const requestStatus = z.enum(['processing', 'completed', 'failed']);
export type RequestStatus = z.infer<typeof requestStatus>;
export const jobStatus = z.enum(['pending', 'running', 'succeeded', 'failed', 'canceled']);
export type JobStatus = z.infer<typeof jobStatus>;
const requestOutcome = z.enum(['unfinished', 'succeeded', 'failed', 'canceled', 'rejected']);
/** The outcome of a request, as far as money is concerned. */
export type RequestOutcome = z.infer<typeof requestOutcome>;

export const requestMoneyState = z.enum(['held', 'captured', 'returned', 'refunded']);
const requestMoney = z.object({ state: requestMoneyState, credits: z.number(), reason: z.string().optional() });
export type RequestMoney = z.infer<typeof requestMoney>;

export const requestRecord = z.object({
  id,
  userId: id,
  type: requestType,
  status: requestStatus,
  jobStatus,
  canceled: z.boolean(),
  progress: z.number(),
  sequence: z.number(),
  /** Storage keys, not links. */
  outputKey: z.string().nullable(),
  posterKey: z.string().nullable(),
  imageKey: z.string().nullable(),
  lastImageKey: z.string().nullable(),
  lateOutputKey: z.string().nullable(),
  prompt: z.string(),
  planId: z.string().nullable(),
  model: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Only for restorations. */
  restore: restoreOptions.nullable(),
  /** Only for videos. */
  options: videoOptions.nullable(),
  credits: z.number(),
  queuePosition: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  /** It has been at the provider for longer than nine of ten of the latest jobs like it. The previous release does not send this field. */
  isLongerThanUsual: z.boolean().default(false),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  retryOf: z.string().nullable(),
  /** The video that this one varies with another prompt. The release before does not send it. */
  remixOf: z.string().nullable().default(null),
  /** The API key that asked for it; null for a person. The release before does not send it. */
  apiKeyId: z.string().nullable().default(null),
  /** What a program keeps with it; empty after an erasure. The release before does not send it. */
  metadata: z.record(z.string(), z.string()).default({}),
  /** Operators took its files down, so it has no keys. The release before does not send it. */
  takedown: takedownNotice.nullable().default(null),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  money: requestMoney,
});
/** A request as generation stores it; the gateway adds signed links and sends it as `RequestView`. */
export type RequestRecord = z.infer<typeof requestRecord>;

const MAX_KEY = 64;
const requestKey = z
  .string()
  .min(1)
  .max(MAX_KEY)
  .regex(/^[\x20-\x7e]+$/);

export const planId = z.string().min(1).max(MAX_KEY);
export const duration = z
  .number(INVALID_DURATION)
  .refine((seconds) => VIDEO_DURATIONS.some((allowed) => allowed === seconds), INVALID_DURATION);

export const newRequestFields = z.object({
  userId: id,
  type: requestType,
  /** Empty for a restoration. */
  prompt: promptText(MAX_PROMPT_CHARACTERS, { notText: PROMPT_REQUIRED, tooLong: PROMPT_TOO_LONG }),
  /** Seconds; of videos only. */
  duration: optional(duration),
  /** Only for restorations. */
  restore: optional(restoreOptions),
  planId: optional(planId),
  model: optional(z.string().min(1).max(MAX_KEY)),
  /** Refused with `price_changed` where the price differs. */
  expectedCredits: optional(credits),
  imageKey: optional(storageKey),
  imageHash: optional(imageHash),
  ...newVideoOptions.shape,
  /** The finished request that this one repeats. */
  retryOf: optional(id),
  /** The video of the same owner that this one varies. */
  remixOf: optional(id),
  /** The API key that asks for it, whose budget pays as well. */
  apiKeyId: optional(id),
  metadata: optional(requestMetadata),
  idempotencyKey: optional(requestKey),
});

/** The fields that a type of request requires, and those that go together. */
export function requireFieldsOfType(input: NewRequest, context: z.RefinementCtx): void {
  const { addIssue } = context;
  const isRestore = input.type === 'restore';
  const require = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (!isRestore && input.prompt === '') require('prompt', PROMPT_REQUIRED);
  if (!isRestore && !input.duration) require('duration', INVALID_DURATION);
  if (isRestore && !input.restore) require('restore', QUALITY_REQUIRED);
  if (input.type !== 'video' && !input.imageKey) require('imageKey', IMAGE_REQUIRED);
  checkVideoOptions(input, context);
}
export const newRequest = newRequestFields.superRefine(requireFieldsOfType);
export type NewRequest = z.infer<typeof newRequestFields>;

/** The request's id comes from a URL: one that is not a UUID is `not_found`. */
export const ofUser = z.object({ userId: id, requestId: z.string() });

export const requestCalls = {
  /** `key_concurrency_reached` if the API key has as many unfinished requests as one may have. */
  createRequest: call('generation.createRequest', { input: newRequest, output: requestRecord, timeoutMs: 10_000 }),
  /**
   * `userId` is the owner or the account that paid. `awaiting_payment` for their pending order; another user's request is
   * `not_found` too.
   */
  getRequest: call('generation.getRequest', { input: ofUser, output: requestRecord }),
  listRequests: call('generation.listRequests', {
    input: z.object({
      userId: id,
      limit: z.int().min(1),
      cursor: opaqueCursor,
      /** Words that the prompt must contain, in any order. */
      q: optional(z.string().trim().max(MAX_SEARCH_CHARACTERS)),
      type: requestType.optional(),
      /** Only requests of these types. */
      types: z.array(requestType).min(1).optional(),
      /** Newest first by default. */
      order: z.enum(['asc', 'desc']).optional(),
      status: requestStatus.optional(),
      /** Only requests that the owner marked. */
      favorite: z.boolean().optional(),
      /** Only requests that have a share link. */
      shared: z.boolean().optional(),
      /** Only requests in this collection of the account. */
      collection: id.optional(),
    }),
    output: z.object({
      requests: z.array(requestRecord),
      /** Ids of those that the owner marked. The release before does not send them. */
      favorites: z.array(id).default([]),
      /** Ids of those that have a share link. The release before does not send them. */
      shared: z.array(id).default([]),
      nextCursor: z.string().nullable(),
    }),
  }),
  /** Requests newer than the client's sequences, and all that are unfinished or changed in the last 24 h. */
  syncRequests: call('generation.syncRequests', {
    input: z.object({ userId: id, since: z.record(z.string(), z.number()) }),
    output: z.object({ requests: z.array(requestRecord) }),
  }),
  cancelRequest: call('generation.cancelRequest', { input: ofUser, output: requestRecord }),
  /**
   * Repeats a request as a new one at today's price, with a hold of its own. `conflict` unless it failed or was canceled;
   * other errors as of `createRequest`.
   */
  retryRequest: call('generation.retryRequest', {
    input: ofUser.extend({ expectedCredits: optional(credits), idempotencyKey: optional(requestKey) }),
    output: requestRecord,
    timeoutMs: 10_000,
  }),
  /**
   * Makes a finished video again with another prompt, at today's price, with a hold of its own. `not_found` unless it belongs to the user,
   * also if only paid for by them; `conflict` unless it succeeded; other errors as of `createRequest`.
   */
  remixRequest: call('generation.remixRequest', {
    input: ofUser.extend(
      newRequestFields.pick({ prompt: true, apiKeyId: true, metadata: true, idempotencyKey: true }).shape,
    ),
    output: requestRecord,
    timeoutMs: 10_000,
  }),
  /**
   * Removes a finished request from its owner's library; its files and texts are erased later. `conflict` while it is in
   * flight. Idempotent.
   */
  deleteRequest: call('generation.deleteRequest', { input: ofUser, output: empty }),
  /** Outcomes of the known requests, compared with their holds; at most 500 at a time. */
  getOutcomes: call('generation.getOutcomes', {
    input: z.object({ requestIds: z.array(z.string()) }),
    output: z.object({ outcomes: z.record(z.string(), requestOutcome) }),
  }),
};

const requestSettled = z.object({
  requestId: id,
  userId: id,
  outcome: z.enum(['succeeded', 'failed', 'canceled', 'rejected']),
  credits: z.number(),
  reason: z.string().nullable(),
  /** Present if the owner is to be told: the job ran to its end. `userId` above is who pays, which may be another account. */
  completion: z.object({ ownerId: id, type: requestType, completedAt: timestamp }).optional(),
});
export type RequestSettled = z.infer<typeof requestSettled>;

const requestUpdate = z.object({
  request: requestRecord,
  /** The task that a provider has accepted, so that gateways recognize callbacks that say no more than that it is running. */
  task: z.object({ token: z.string(), externalId: z.string() }).optional(),
});
export type RequestUpdate = z.infer<typeof requestUpdate>;

const requestChanged = z.object({
  request: requestRecord,
  /** `480p` or `720p` for a video, the quality for a restoration. */
  resolution: z.string(),
});
export type RequestChanged = z.infer<typeof requestChanged>;

const requestErased = z.object({ requestId: id, userId: id });
export type RequestErased = z.infer<typeof requestErased>;

export const requestEvents = {
  /** The job's outcome. Billing captures on `succeeded` and releases on anything else, including a hold that was never placed. */
  requestSettled: event('generation.requestSettled', ['billing', 'auth'], requestSettled),
  /** A request was queued, is in progress or has ended. Published only if its owner had a webhook endpoint when it was created. */
  requestChanged: event('generation.requestChanged', ['auth'], requestChanged),
  /** The texts and files of a request were erased. Published for the requests whose changes were. */
  requestErased: event('generation.requestErased', ['auth'], requestErased),
};

export const requestPushes = {
  /** A change of a request that its owner may see; carries the whole record with its rising sequence. */
  requestUpdated: push('generation.requestUpdated', requestUpdate),
};
