import { z } from 'zod';
import { credits, empty, id, opaqueCursor, optional, timestamp } from '../messages/fields';
import { call, event, push } from '../messages/message';
import { IMAGE_REQUIRED, MAX_SEARCH_CHARACTERS, PROMPT_REQUIRED, PROMPT_TOO_LONG, QUALITY_REQUIRED } from './limits';
import { imageBody, videoFormFields, videoValues } from './catalog/model-parameters';
import { ENTRY_LIMITS } from './catalog/vocabulary';
import { MAX_PROMPT_CHARACTERS } from './prompt-limits';
import { imageHash, storageKey } from './input-images';
import { requestMetadata } from './metadata';
import { checkVideoOptions, newVideoOptions, videoOptions } from './options';
import { requestType, restoreEnhancement, restoreOptions, restoreQuality } from './plans';
import { promptText } from './prompt-text';
import { TOO_LONG } from '../messages/input-limits';
import { formInteger, formJson, pageQuery, textBoolean } from '../messages/query-fields';
import { takedownNotice } from './takedowns';

export const requestStatus = z.enum(['processing', 'completed', 'failed']);
export type RequestStatus = z.infer<typeof requestStatus>;
export const jobStatus = z.enum(['pending', 'running', 'succeeded', 'failed', 'canceled']);
export type JobStatus = z.infer<typeof jobStatus>;
const requestOutcome = z.enum(['unfinished', 'succeeded', 'failed', 'canceled', 'rejected']);
/** The outcome of a request, as far as money is concerned. */
export type RequestOutcome = z.infer<typeof requestOutcome>;

export const requestMoneyState = z.enum(['held', 'captured', 'returned', 'refunded']);
const requestMoney = z.object({
  state: requestMoneyState,
  credits: z.number(),
  reason: z.string().optional(),
  /**
   * For `refunded`: how far the refund to the card is. `delayed`: it was not accepted in time; it is retried, and operators know.
   * `sent`: the payment provider has accepted it. `paid_otherwise`: it was paid in another way than to the card. The previous release
   * does not send this field.
   */
  refund: z.enum(['requested', 'delayed', 'sent', 'paid_otherwise']).optional(),
});
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
  referenceKeys: z.array(z.string()),
  prompt: z.string(),
  planId: z.string().nullable(),
  model: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** The quality, for a restoration. Empty for an image of a model that takes no resolution. */
  resolution: z.string(),
  /** Only for restorations. */
  restore: restoreOptions.nullable(),
  /** Only for videos and images. */
  options: videoOptions.nullable(),
  credits: z.number(),
  queuePosition: z.number().nullable(),
  etaSeconds: z.number().nullable(),
  /** It has been at the provider for longer than nine of ten of the latest jobs like it. The previous release does not send this field. */
  isLongerThanUsual: z.boolean().default(false),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  retryOf: z.string().nullable(),
  /** The video that this one remixes with another prompt. The previous release does not send it. */
  remixOf: z.string().nullable().default(null),
  /** The API key that created the request; null for a person. The previous release does not send it. */
  apiKeyId: z.string().nullable().default(null),
  /** Metadata that an API client keeps with it; empty after an erasure. The previous release does not send it. */
  metadata: z.record(z.string(), z.string()).default({}),
  /** True if operators took its files down; then it has no keys. The previous release does not send it. */
  takedown: takedownNotice.nullable().default(null),
  /** Its place among the results that were asked for at once; null if it is the only one. */
  set: z.object({ id, index: z.number() }).nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  money: requestMoney,
});
/** A request as generation stores it; the gateway adds signed links and sends it as `RequestView`. */
export type RequestRecord = z.infer<typeof requestRecord>;

/** The first of the accepted results, and the others that were asked for with it. */
const acceptedRecord = requestRecord.extend({ siblings: z.array(requestRecord) });
export type AcceptedRecord = z.infer<typeof acceptedRecord>;

const MAX_KEY = 64;
const requestKey = z
  .string()
  .min(1)
  .max(MAX_KEY)
  .regex(/^[\x20-\x7e]+$/);

export const planId = z.string().min(1).max(MAX_KEY, TOO_LONG).meta({ example: '5s-480p' });
const duration = videoValues.shape.duration.meta({ description: 'Seconds' });

export const newRequestFields = z.object({
  userId: id,
  type: requestType,
  /** Empty for a restoration. */
  prompt: promptText(MAX_PROMPT_CHARACTERS, { notText: PROMPT_REQUIRED, tooLong: PROMPT_TOO_LONG }),
  /** Only for restorations. */
  restore: optional(restoreOptions),
  planId: optional(planId),
  model: optional(z.string().min(1).max(MAX_KEY, TOO_LONG)).describe('Id of a model that is offered'),
  expectedCredits: optional(credits).describe('Rejected with 409 `price_changed` if the price differs'),
  imageKey: optional(storageKey),
  imageHash: optional(imageHash),
  ...newVideoOptions.shape,
  /** The finished request that this one repeats. */
  retryOf: optional(id),
  /** The video of the same owner that this one varies. */
  remixOf: optional(id),
  /** The API key that makes the request; its budget also pays. */
  apiKeyId: optional(id),
  metadata: optional(requestMetadata),
  idempotencyKey: optional(requestKey),
});

/** The fields that a type of request requires, and the fields that must be set together. */
export function requireFieldsOfType(input: NewRequest, context: z.RefinementCtx): void {
  const { addIssue } = context;
  const isRestore = input.type === 'restore';
  const require = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
  if (!isRestore && input.prompt === '') require('prompt', PROMPT_REQUIRED);
  if (isRestore && !input.restore) require('restore', QUALITY_REQUIRED);
  if ((isRestore || input.type === 'image_video') && !input.imageKey) require('imageKey', IMAGE_REQUIRED);
  checkVideoOptions(input, context);
}
export const newRequest = newRequestFields.superRefine(requireFieldsOfType);
export type NewRequest = z.infer<typeof newRequestFields>;

const { prompt, expectedCredits } = newRequestFields.shape;
/** The prompt of a new video or image. */
export const promptBody = z.object({ prompt: prompt.min(1, PROMPT_REQUIRED) });
export const retryBody = z.object({ expectedCredits });
export type RetryBody = z.infer<typeof retryBody>;
const imageUrl = z.string(IMAGE_REQUIRED).min(1, IMAGE_REQUIRED).max(2_048, IMAGE_REQUIRED);
/** An image that was uploaded before. */
const uploadedImage = z.object({
  imageUrl: imageUrl.describe('As returned by `POST /api/uploads/resumable/{id}/image`; no other URL is accepted'),
});
const uploadUrl = z.string().max(2_048, TOO_LONG);
/** The options of a video as a client sends them: images as links. */
export const videoOptionsBody = newVideoOptions
  .omit({ lastImageKey: true, lastImageHash: true, referenceKeys: true, referenceHashes: true })
  .extend({
    references: optional(z.array(uploadUrl).max(ENTRY_LIMITS.references)).describe(
      'Images of what the video shows, as returned by `POST /api/uploads/resumable/{id}/image`',
    ),
    lastImageUrl: optional(uploadUrl).describe(
      'The image that the video ends with, as returned by `POST /api/uploads` or `POST /api/uploads/resumable/{id}/image`; requires a first one',
    ),
  });
export type VideoOptionsBody = z.infer<typeof videoOptionsBody>;
/** `GET /api/models` lists what each model supports. */
export const generateBody = promptBody.extend({
  ...retryBody.shape,
  ...videoOptionsBody.shape,
  ...newRequestFields.pick({ planId: true, model: true }).shape,
  duration,
  userId: z.unknown().optional().meta({ deprecated: true, description: 'Ignored: the token identifies the user' }),
});
export type GenerateBody = z.infer<typeof generateBody>;
export const videoFromImageBody = generateBody.omit({ extendOf: true }).extend(uploadedImage.shape);
export type VideoFromImageBody = z.infer<typeof videoFromImageBody>;
/** Makes images from a prompt, or changes one. `GET /api/models` lists what each model supports. */
export const imagesBody = generateBody.pick({ prompt: true, model: true, expectedCredits: true }).extend({
  ...imageBody,
  ...newVideoOptions.pick({ framing: true, style: true }).shape,
  imageUrl: optional(imageUrl).describe(
    'The image to change, as returned by `POST /api/uploads/resumable/{id}/image`; no other URL is accepted',
  ),
  references: videoOptionsBody.shape.references.describe(
    'Further images, as returned by `POST /api/uploads/resumable/{id}/image`; requires a first one',
  ),
});
export type ImagesBody = z.infer<typeof imagesBody>;
const restoreFields = retryBody.extend({
  quality: z.enum(restoreQuality.options, 'Quality must be standard, high or ultra').default('standard'),
  enhancement: z
    .enum(restoreEnhancement.options, 'Enhancement must be standard, premium or professional')
    .default('standard'),
  colorRestoration: z.boolean('Color restoration must be true or false').default(false),
});
export const restoreFromImageBody = restoreFields.extend(uploadedImage.shape);
export type RestoreFromImageBody = z.infer<typeof restoreFromImageBody>;

/** The fields of a form with an image, which carry text. The gateway adds the files. */
export const imageVideoForm = generateBody.omit({ extendOf: true, lastImageUrl: true }).extend({
  ...videoFormFields,
  duration: formInteger(duration).meta({ type: 'string' }),
  expectedCredits: formInteger(expectedCredits),
  references: formJson(videoOptionsBody.shape.references),
  framing: formJson(newVideoOptions.shape.framing),
});
export const restoreForm = restoreFields.extend({
  colorRestoration: textBoolean(restoreFields.shape.colorRestoration),
  expectedCredits: formInteger(expectedCredits),
});

const filter = {
  q: optional(z.string().trim().max(MAX_SEARCH_CHARACTERS, TOO_LONG)).describe(
    'Words that the prompt contains, in any order',
  ),
  type: optional(requestType),
  status: optional(requestStatus),
  favorite: textBoolean(optional(z.boolean())).describe('Only requests that are marked as favorites'),
  shared: textBoolean(optional(z.boolean())).describe('Only requests that have a share link'),
  collection: optional(id).describe('Only requests in this collection'),
  set: optional(id).describe('Only the results that were asked for at once, by the id of their set'),
};
export const requestsQuery = pageQuery.extend(filter);
export type RequestsQuery = z.infer<typeof requestsQuery>;

/** The request's id comes from a URL: one that is not a UUID is `not_found`. */
export const ofUser = z.object({ userId: id, requestId: z.string() });

export const requestCalls = {
  /** `key_concurrency_reached` if the API key has as many unfinished requests as one may have. */
  createRequest: call('generation.createRequest', { input: newRequest, output: acceptedRecord, timeoutMs: 10_000 }),
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
      ...filter,
      /** Only requests of these types. */
      types: z.array(requestType).min(1).optional(),
      /** Newest first by default. */
      order: z.enum(['asc', 'desc']).optional(),
      jobStatuses: z.array(jobStatus).min(1).optional(),
      createdFrom: timestamp.optional(),
      /** Exclusive. */
      createdUntil: timestamp.optional(),
      /** Only requests that were created with these pairs, among others. */
      metadata: requestMetadata.optional(),
    }),
    output: z.object({
      requests: z.array(requestRecord),
      /** Ids of the requests that the owner marked. The previous release does not send them. */
      favorites: z.array(id).default([]),
      /** Ids of the requests that have a share link. The previous release does not send them. */
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
    input: retryBody.extend({ ...ofUser.shape, idempotencyKey: optional(requestKey) }),
    output: requestRecord,
    timeoutMs: 10_000,
  }),
  /**
   * Makes a finished video again with another prompt, at today's price, with its own hold. `not_found` unless the user owns it or paid for
   * it; `conflict` unless it succeeded; other errors like `createRequest`.
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
  /** Present if the owner is to be notified: the job ran to its end. `userId` above is the payer, which may be another account. */
  completion: z.object({ ownerId: id, type: requestType, completedAt: timestamp }).optional(),
});
export type RequestSettled = z.infer<typeof requestSettled>;

const requestUpdate = z.object({
  request: requestRecord,
  /** The task that a provider has accepted. Gateways use it to recognize callbacks that only say that the task is running. */
  task: z.object({ token: z.string(), externalId: z.string() }).optional(),
});
export type RequestUpdate = z.infer<typeof requestUpdate>;

const requestChanged = z.object({ request: requestRecord });
export type RequestChanged = z.infer<typeof requestChanged>;

const requestErased = z.object({ requestId: id, userId: id });
export type RequestErased = z.infer<typeof requestErased>;

export const requestEvents = {
  /** The job's outcome. Billing captures on `succeeded` and releases on anything else, including a hold that was never placed. */
  requestSettled: event('generation.requestSettled', ['billing', 'auth'], requestSettled),
  /** A request was queued, is in progress or has ended. Published only if its owner had a webhook endpoint when it was created. */
  requestChanged: event('generation.requestChanged', ['auth'], requestChanged),
  /** The texts and files of a request were erased. Published for requests that published their changes. */
  requestErased: event('generation.requestErased', ['auth'], requestErased),
};

export const requestPushes = {
  /** A change of a request that its owner may see; carries the whole record with its rising sequence. */
  requestUpdated: push('generation.requestUpdated', requestUpdate),
};
