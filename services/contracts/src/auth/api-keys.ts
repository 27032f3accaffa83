import { z } from 'zod';
import { creditCount, empty, id, idempotencyKey, optional, timeInput, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { nameText } from '../messages/name-text';
import {
  API_KEY_MODES,
  API_KEY_SCOPES,
  MAX_API_KEY_MODELS,
  MAX_API_KEY_NAME,
  MAX_API_KEY_NETWORKS,
  MAX_ROTATION_OVERLAP_HOURS,
  ROTATION_OVERLAP_HOURS,
} from './api-key-limits';
import { TOO_LONG } from '../messages/input-limits';
import { requestSource } from './sessions';

const SCOPES = `Choose at least one scope of ${API_KEY_SCOPES.join(', ')}`;
const NETWORKS = 'A network must be written as 203.0.113.0/24 or 2001:db8::/32';
const MODELS = 'This list is not valid';
const name = nameText(MAX_API_KEY_NAME, { required: 'Please enter a name', tooLong: TOO_LONG });
const scopes = z.array(z.enum(API_KEY_SCOPES, SCOPES), SCOPES).min(1, SCOPES).max(API_KEY_SCOPES.length, SCOPES);
const models = z
  .array(z.string(MODELS).min(1, MODELS).max(64, MODELS), MODELS)
  .min(1, MODELS)
  .max(MAX_API_KEY_MODELS, MODELS)
  .describe('Models that the key may use, by their ids; all if absent or null');
/** Addresses, and networks such as `203.0.113.0/24` or `2001:db8::/32`. */
const networks = z
  .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NETWORKS), NETWORKS)
  .min(1, NETWORKS)
  .max(MAX_API_KEY_NETWORKS, NETWORKS)
  .describe('Addresses and networks that requests may come from; anywhere if absent or null');
const expiresAt = timeInput.describe('When the key ends; never if absent or null');
const budget = (period: string) =>
  creditCount.nullish().describe(`Credits that the key may spend ${period}; no limit if null`);
const budgets = { monthlyCredits: budget('in a calendar month in IST'), totalCredits: budget('in total') };

export const apiKeyBody = z.object({
  name,
  mode: z
    .enum(API_KEY_MODES)
    .describe('A test key spends test credits, which cost nothing, and its videos only say TEST'),
  scopes,
  models: optional(models),
  networks: optional(networks),
  expiresAt: optional(expiresAt),
  ...budgets,
});
export type ApiKeyBody = z.infer<typeof apiKeyBody>;
/** Fields that are absent stay as they are; null removes a restriction. */
export const apiKeyChangeBody = z.object({
  name: optional(name),
  scopes: optional(scopes),
  models: models.nullish(),
  networks: networks.nullish(),
  expiresAt: expiresAt.nullish(),
  ...budgets,
});
export type ApiKeyChangeBody = z.infer<typeof apiKeyChangeBody>;
export const apiKeyRotationBody = z.object({
  overlapHours: optional(z.int().min(0).max(MAX_ROTATION_OVERLAP_HOURS)).describe(
    `How long the previous key stays valid, hours; ${ROTATION_OVERLAP_HOURS} by default`,
  ),
});
/** Billing keeps the budgets. */
const BUDGETS = { monthlyCredits: true, totalCredits: true } as const;
/** SHA-256 of a key, hexadecimal. Keys themselves are neither stored nor sent, except once to their owner. */
const keyHash = z.string().regex(/^[0-9a-f]{64}$/);

export const apiKey = z.object({
  id,
  name: z.string(),
  mode: z.enum(API_KEY_MODES),
  /** How the key starts. */
  prefix: z.string(),
  last4: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  /** Models that requests of the key may use; null for all. */
  models: z.array(z.string()).nullable(),
  /** Networks from which requests are accepted; null for any. */
  networks: z.array(z.string()).nullable(),
  expiresAt: timestamp.nullable(),
  /** To the minute. */
  lastUsedAt: timestamp.nullable(),
  /** Until when the previous secret is valid; null if there is none. */
  previousSecretExpiresAt: timestamp.nullable(),
  createdAt: timestamp,
});
/** An API key without its secret. */
export type ApiKey = z.infer<typeof apiKey>;

const issuedApiKey = z.object({
  /** The secret, which is returned this once. */
  key: z.string(),
  apiKey,
});
export type IssuedApiKey = z.infer<typeof issuedApiKey>;

const apiKeyGrant = apiKey
  .pick({ id: true, mode: true, scopes: true, models: true, networks: true, expiresAt: true })
  .extend({
    userId: id,
    /** Version of the public API: the newest one when the key was created. It applies to requests that name no version. */
    apiVersion: z.string(),
  });
/** The permissions of a request with a valid key. `expiresAt` is the end of this secret, which may be earlier than the end of the key. */
export type ApiKeyGrant = z.infer<typeof apiKeyGrant>;

const ofUser = z.object({ userId: id });
const ofKey = ofUser.extend({ keyId: id });

export const apiKeyCalls = {
  /** Newest first, without revoked ones. */
  listApiKeys: call('auth.listApiKeys', { input: ofUser, output: z.object({ keys: z.array(apiKey) }) }),
  /**
   * `conflict` if the account has too many keys, `validation_failed` for an expiry that has passed. Only the hash of a secret is stored, so
   * repeating an idempotency key returns the same API key with a new secret, and the first one ends; `conflict` once it was used or a day
   * has passed, `idempotency_conflict` with different input.
   */
  createApiKey: call('auth.createApiKey', {
    input: apiKeyBody.omit(BUDGETS).extend({
      userId: id,
      from: optional(requestSource),
      idempotencyKey: optional(idempotencyKey),
    }),
    output: issuedApiKey,
  }),
  /** `not_found` for a revoked key too. */
  updateApiKey: call('auth.updateApiKey', {
    input: apiKeyChangeBody.omit(BUDGETS).extend({
      ...ofKey.shape,
      /** True if its budget in billing changes as well. */
      changesBudget: optional(z.boolean()),
      from: optional(requestSource),
    }),
    output: apiKey,
  }),
  /** Idempotent; `not_found` for another account's key. */
  revokeApiKey: call('auth.revokeApiKey', { input: ofKey, output: empty }),
  /**
   * Issues a new secret. The previous one stays valid for the overlap; an older one ends. Repeating the last idempotency key replaces
   * the new secret alone. `not_found` for a revoked key.
   */
  rotateApiKey: call('auth.rotateApiKey', {
    input: apiKeyRotationBody.extend({
      ...ofKey.shape,
      from: optional(requestSource),
      idempotencyKey: optional(idempotencyKey),
    }),
    output: issuedApiKey,
  }),
  /** The holder of a key, and records its use at most once a minute. Null if it is unknown, revoked or expired. */
  findApiKey: call('auth.findApiKey', {
    input: z.object({ keyHash }),
    output: z.object({ grant: apiKeyGrant.nullable() }),
  }),
};

export const apiKeyBroadcasts = {
  /** Keys that were changed, rotated or revoked. Gateways drop them from their caches. */
  apiKeysChanged: broadcast('auth.apiKeysChanged', z.object({ keyIds: z.array(id) })),
};
