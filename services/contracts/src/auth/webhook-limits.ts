/** Endpoints of an account. */
export const MAX_WEBHOOK_ENDPOINTS = 10;
export const MAX_WEBHOOK_URL = 1_000;
/** Hours during which messages are also signed with the endpoint's previous secret. */
export const SECRET_OVERLAP_HOURS = 24;
/** After that long without a success, an endpoint is switched off, days. */
export const MAX_FAILING_DAYS = 5;
/** Deliveries that one replay sends again. */
export const MAX_REPLAYED_WEBHOOKS = 10_000;

/** Events that an endpoint can subscribe to. */
export const WEBHOOK_EVENTS = [
  'video.queued',
  'video.in_progress',
  'video.completed',
  'video.failed',
  'video.canceled',
  'image.queued',
  'image.in_progress',
  'image.completed',
  'image.failed',
  'image.canceled',
  'restoration.queued',
  'restoration.in_progress',
  'restoration.completed',
  'restoration.failed',
  'restoration.canceled',
  'credits.low',
  'key.budget_exhausted',
  'model.deprecated',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The event of a test, which every endpoint receives. */
export const WEBHOOK_TEST_EVENT = 'webhook.test';

/** `owner`: its owner turned it off; `gone`: it responded with 410; `failing`: every attempt has failed for days. */
export const WEBHOOK_OFF_REASONS = ['owner', 'gone', 'failing'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

/** `waiting` for its first or next attempt. */
export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
