import {
  type CommonConfig,
  commonConfig,
  commonEnvironment,
  milliseconds,
  parseEnvironment,
} from '@luit/platform/config';
import type { ClassifierSettings } from '@luit/platform/classifiers/classifier-client';
import type { Signer } from '@luit/platform/content-credentials/sign-content';
import { signerEnvironment, signerRule, signerSettings } from '@luit/platform/content-credentials/signer-settings';
import type { HashMatchSettings } from '@luit/platform/classifiers/hash-match-client';
import {
  classifierEnvironment,
  classifierRules,
  classifierSettings,
  hashMatchSettings,
} from '@luit/platform/classifiers/classifier-settings';
import { tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import {
  storageEnvironment,
  storageRule,
  type StorageSettings,
  storageSettings,
} from '@luit/platform/storage/storage-settings';
import { z } from 'zod';
import type { LeaseSettings } from './leases/leases';
import type { MailSettings } from './mails/mails.service';
import type { DownloadLimits } from './outputs/download';
import type { ArkSettings } from './providers/ark';
import { arkModels, defaultArkModels } from './providers/ark-models';
import type { FalSettings } from './providers/fal';
import { defaultFalModels, falModels } from './providers/fal-models';
import type { ReplicateSettings } from './providers/replicate';
import { defaultReplicateModels, replicateModels } from './providers/replicate-models';

export interface WorkerConfig {
  common: CommonConfig;
  storage: StorageSettings;
  /** Concurrent submissions, and concurrent copies of outputs. */
  concurrency: number;
  leases: LeaseSettings;
  /** Null without a token. */
  replicate: ReplicateSettings | null;
  /** Null without a key. */
  fal: FalSettings | null;
  /** Null without a key. */
  ark: ArkSettings | null;
  mail: MailSettings;
  /** What checks outputs before anyone sees them; null if nothing. */
  classifier: ClassifierSettings | null;
  /** What compares outputs with known material; null if nothing. */
  hashMatcher: HashMatchSettings | null;
  /** What signs outputs with Content Credentials. If null, local mode uses a test certificate, and production signs nothing. */
  signer: Signer | null;
  /** URL of the authority that time-stamps signatures; null for none. */
  timeStampUrl: string | null;
  downloads: DownloadLimits;
  /** Disk usage that raises an alert, percent. */
  diskAlertPercent: number;
  /** Timeout of one ffprobe or ffmpeg run. */
  mediaTimeoutMs: number;
}

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('must be JSON');
    return z.NEVER;
  }
});

const vendorUrl = (defaultUrl: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(defaultUrl)
    .transform((url) => url.replace(/\/+$/, ''));

const SECRETS = [
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'FAL_KEY',
  'ARK_API_KEY',
  'S3_SECRET_ACCESS_KEY',
  'SAFETY_CLASSIFIER_KEY',
  'C2PA_KEY',
] as const;

const environment = {
  ...commonEnvironment,
  ...storageEnvironment,
  ...classifierEnvironment,
  ...signerEnvironment,
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).default(32),
  LEASE_RENEW_MS: milliseconds.min(50).default(1_000),
  REPLICATE_API_URL: vendorUrl('https://api.replicate.com'),
  REPLICATE_API_TOKEN: z.string().min(1).optional(),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, 'must be whsec_ and base64')
    .optional(),
  REPLICATE_MODELS: json.pipe(replicateModels).default(defaultReplicateModels),
  FAL_QUEUE_URL: vendorUrl('https://queue.fal.run'),
  FAL_KEYS_URL: vendorUrl('https://rest.fal.ai/.well-known/jwks.json'),
  FAL_KEY: z.string().min(1).optional(),
  FAL_MODELS: json.pipe(falModels).default(defaultFalModels),
  ARK_API_URL: vendorUrl('https://ark.ap-southeast.bytepluses.com/api/v3'),
  ARK_API_KEY: z.string().min(1).optional(),
  ARK_MODELS: json.pipe(arkModels).default(defaultArkModels),
  PROVIDER_POST_TIMEOUT_MS: milliseconds.default(15_000),
  PROVIDER_GET_TIMEOUT_MS: milliseconds.default(10_000),
  OUTPUT_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(500 * 1024 * 1024),
  OUTPUT_TIMEOUT_MS: milliseconds.default(120_000),
  OUTPUT_IDLE_MS: milliseconds.default(15_000),
  DISK_ALERT_PERCENT: z.coerce.number().min(0).max(100).default(90),
  MEDIA_TIMEOUT_MS: milliseconds.default(30_000),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  MAIL_FROM: z.string().min(3),
};

const VENDOR_URLS = ['REPLICATE_API_URL', 'FAL_QUEUE_URL', 'FAL_KEYS_URL', 'ARK_API_URL', 'S3_ENDPOINT'];
const RULES = {
  production: [...VENDOR_URLS.map(tlsUnlessPrivate), ...classifierRules],
  always: [storageRule, signerRule],
};

/** Injection token of the whole configuration. */
export const CONFIG = Symbol('worker-config');

/** Injection token of this process's instance name, by which generation knows the worker. */
export const INSTANCE = Symbol('worker-instance');

/** @throws ConfigurationError listing every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = parseEnvironment(environment, env, [...SECRETS], RULES);
  const common = commonConfig('worker', values);
  const apiUrl = values.REPLICATE_API_URL;
  const timeouts = {
    postTimeoutMs: values.PROVIDER_POST_TIMEOUT_MS,
    getTimeoutMs: values.PROVIDER_GET_TIMEOUT_MS,
  };
  return {
    common,
    storage: storageSettings(values),
    concurrency: values.WORKER_CONCURRENCY,
    leases: { renewEveryMs: values.LEASE_RENEW_MS, persistForMs: 15_000 },
    replicate: values.REPLICATE_API_TOKEN
      ? {
          apiUrl,
          apiToken: values.REPLICATE_API_TOKEN,
          webhookSecret: values.REPLICATE_WEBHOOK_SECRET ?? null,
          models: values.REPLICATE_MODELS,
          ...timeouts,
        }
      : null,
    fal: values.FAL_KEY
      ? {
          queueUrl: values.FAL_QUEUE_URL,
          keysUrl: values.FAL_KEYS_URL,
          key: values.FAL_KEY,
          models: values.FAL_MODELS,
          ...timeouts,
        }
      : null,
    ark: values.ARK_API_KEY
      ? { apiUrl: values.ARK_API_URL, apiKey: values.ARK_API_KEY, models: values.ARK_MODELS, ...timeouts }
      : null,
    classifier: classifierSettings(values),
    hashMatcher: hashMatchSettings(values),
    signer: signerSettings(values),
    timeStampUrl: values.C2PA_TIMESTAMP_URL ?? null,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    downloads: {
      maxBytes: values.OUTPUT_MAX_BYTES,
      timeoutMs: values.OUTPUT_TIMEOUT_MS,
      idleMs: values.OUTPUT_IDLE_MS,
      trustedHosts: [apiUrl, values.FAL_QUEUE_URL, values.ARK_API_URL].map((url) => new URL(url).host),
      isLoopbackAllowed: common.mode === 'local',
    },
    diskAlertPercent: values.DISK_ALERT_PERCENT,
    mediaTimeoutMs: values.MEDIA_TIMEOUT_MS,
  };
}
