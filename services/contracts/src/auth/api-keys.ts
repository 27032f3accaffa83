import { z } from 'zod';
import { empty, id, optional, timestamp } from '../messages/fields';
import { broadcast, call } from '../messages/message';
import { isStorable } from '../messages/storable-text';
import {
  API_KEY_MODES,
  API_KEY_SCOPES,
  MAX_API_KEY_MODELS,
  MAX_API_KEY_NAME,
  MAX_API_KEY_NETWORKS,
  MAX_ROTATION_OVERLAP_HOURS,
} from './api-key-limits';

const scopes = z.array(z.enum(API_KEY_SCOPES)).min(1).max(API_KEY_SCOPES.length);
export const apiKeyModel = z.string().min(1).max(64);
/** An address, or a network such as `203.0.113.0/24` or `2001:db8::/32`. */
export const apiKeyNetwork = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const models = z.array(apiKeyModel).min(1).max(MAX_API_KEY_MODELS);
const networks = z.array(apiKeyNetwork).min(1).max(MAX_API_KEY_NETWORKS);
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
  /** Where requests may come from; null for anywhere. */
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
  .extend({ userId: id });
/** What a request with a valid key may do. `expiresAt` is the end of this secret, which may be earlier than that of the key. */
export type ApiKeyGrant = z.infer<typeof apiKeyGrant>;

const ofUser = z.object({ userId: id });
const ofKey = ofUser.extend({ keyId: id });
const name = z.string().trim().min(1).max(MAX_API_KEY_NAME).refine(isStorable);

export const apiKeyCalls = {
  /** Newest first, without revoked ones. */
  listApiKeys: call('auth.listApiKeys', { input: ofUser, output: z.object({ keys: z.array(apiKey) }) }),
  /** `conflict` if the account has too many keys, `validation_failed` for an expiry that has passed. */
  createApiKey: call('auth.createApiKey', {
    input: ofUser.extend({
      name,
      mode: z.enum(API_KEY_MODES),
      scopes,
      models: optional(models),
      networks: optional(networks),
      expiresAt: optional(timestamp),
    }),
    output: issuedApiKey,
  }),
  /** Changes the fields that are present; null removes a restriction. `not_found` for a revoked key too. */
  updateApiKey: call('auth.updateApiKey', {
    input: ofKey.extend({
      name: optional(name),
      scopes: optional(scopes),
      models: models.nullable().optional(),
      networks: networks.nullable().optional(),
      expiresAt: timestamp.nullable().optional(),
    }),
    output: apiKey,
  }),
  /** Idempotent; `not_found` for another account's key. */
  revokeApiKey: call('auth.revokeApiKey', { input: ofKey, output: empty }),
  /** Issues a new secret. The previous one stays valid for the overlap; an older one ends. `not_found` for a revoked key. */
  rotateApiKey: call('auth.rotateApiKey', {
    input: ofKey.extend({ overlapHours: optional(z.int().min(0).max(MAX_ROTATION_OVERLAP_HOURS)) }),
    output: issuedApiKey,
  }),
  /** The holder of a key, and records its use at most once a minute. Null if it is unknown, revoked or expired. */
  findApiKey: call('auth.findApiKey', {
    input: z.object({ keyHash }),
    output: z.object({ grant: apiKeyGrant.nullable() }),
  }),
};

export const apiKeyBroadcasts = {
  /** Keys that were changed, rotated or revoked. Gateways forget what they know about them. */
  apiKeysChanged: broadcast('auth.apiKeysChanged', z.object({ keyIds: z.array(id) })),
};
