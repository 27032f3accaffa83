import { z } from 'zod';
import { reasonBody } from '../auth/audit-log';
import { httpUrl } from '../messages/fields';
import { TOO_LONG } from '../messages/input-limits';
import { PROVIDER_KINDS, VIDEO_DIALECTS } from './catalog/vocabulary';
import { currency } from './provider-costs';
import { TEST_PROVIDER } from './test-requests';

export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/**
 * `draining`: running jobs finish and no new ones start; waiting jobs stay or take another route. `off`: the same, and models without
 * another route are not offered.
 */
export const INSTANCE_STATES = ['on', 'draining', 'off'] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

const MAX_MICROS = 1_000_000_000_000;
const MAX_URL_LENGTH = 500;
const MAX_SECRET_LENGTH = 4_000;
const NOT_AN_ID = 'An id is up to 40 lower-case letters and digits, with single hyphens between them';

/** Stable: routes, jobs, prices and figures name an instance by it. */
export const instanceId = z
  .string()
  .max(40, NOT_AN_ID)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, NOT_AN_ID)
  .refine((id) => id !== TEST_PROVIDER, `${TEST_PROVIDER} runs test requests only`);

const connection = z.object({
  kind: z.enum(PROVIDER_KINDS),
  dialect: z.enum(VIDEO_DIALECTS).nullable().describe('Of a server with the Videos API; otherwise null'),
  baseUrl: z
    .union([httpUrl(MAX_URL_LENGTH, 'A URL begins with https:// or http:// and has no user name'), z.literal('')])
    .transform((url) => url.replace(/\/+$/, ''))
    .describe('Empty for runners, which call Luit'),
  isOwn: z.boolean().describe('The server may have a private address and no TLS'),
});

const capacity = z.object({
  concurrency: z.int().min(1).max(10_000).describe('Tasks that run at once'),
  submitsPerMinute: z.int().min(1).max(1_000_000),
  pollsPerMinute: z.int().min(1).max(1_000_000),
  priority: z
    .int()
    .min(-100)
    .max(100)
    .describe('Routes at instances with a higher priority come first; those with the same keep the order of the entry'),
  gpuCost: z
    .object({ currency, microsPerSecond: z.int().min(0).max(MAX_MICROS) })
    .nullable()
    .describe('What a second of a running job costs, in millionths of the currency'),
});

/** What operators enter, and what they see. */
export const instanceSettings = connection.extend(capacity.shape);
export type InstanceSettings = z.infer<typeof instanceSettings>;

/** A fault of settings by the name of the field, or null. */
export function settingsFault({ kind, dialect, baseUrl }: InstanceSettings): Record<string, string> | null {
  if ((kind === 'videos-api') !== (dialect !== null))
    return { dialect: 'Only servers with the Videos API have a dialect' };
  if ((kind === 'runner') !== (baseUrl === ''))
    return { baseUrl: 'Enter the URL of the server; only a runner has none' };
  return null;
}

const secret = z.string().trim().min(1).max(MAX_SECRET_LENGTH, TOO_LONG).nullable();
/** Secrets are never returned. An absent one stays as it is, and null removes it. */
export const providerBody = reasonBody.extend(instanceSettings.shape).extend({
  credential: secret.optional().describe('The key of the account or server'),
  webhookSecret: secret.optional().describe('The secret with which the vendor signs callbacks'),
});

export const newProviderBody = providerBody.extend({ id: instanceId });
export const providerStateBody = reasonBody.extend({ state: z.enum(INSTANCE_STATES) });
export const INSTANCE_SECRETS = ['credential', 'webhookSecret'] as const;

/** An instance as workers get it. */
export const sealedInstance = connection.extend({
  id: z.string(),
  /** Encrypted with `PROVIDER_SECRETS`, base64. */
  sealedCredential: z.string().nullable(),
  sealedWebhookSecret: z.string().nullable(),
});
export type SealedInstance = z.infer<typeof sealedInstance>;

/** What a server says about itself. Everything that it does not say is empty. */
export const serverFacts = z.object({
  /** For example `ComfyUI 0.3.64`. */
  software: z.string(),
  models: z.array(z.string()),
  devices: z.array(z.object({ name: z.string(), totalBytes: z.number(), freeBytes: z.number() })),
});
export type ServerFacts = z.infer<typeof serverFacts>;

/** The additional data that binds a sealed value to its row and column. */
export const sealLabelOf = (id: string, name: (typeof INSTANCE_SECRETS)[number]) => `provider_instance:${id}:${name}`;

/** The use of `PROVIDER_SECRETS` from which the key is derived. */
export const SEAL_USE = 'luit:provider-instances';
