import { type CommonConfig, commonConfig, commonEnvironment, parseEnvironment } from '@luit/platform/config';
import type { ClassifierSettings } from '@luit/media/classifiers/classifier-client';
import type { Signer } from '@luit/media/content-credentials/sign-content';
import { signerEnvironment, signerRule, signerSettings } from '@luit/media/content-credentials/signer-settings';
import type { HashMatchSettings } from '@luit/media/classifiers/hash-match-client';
import {
  classifierEnvironment,
  classifierRules,
  classifierSettings,
  hashMatchSettings,
} from '@luit/media/classifiers/classifier-settings';
import { mailEnvironment, type MailSettings, mailSettings } from '@luit/platform/mails/mailer';
import { isPrivateHost } from '@luit/platform/security/private-host';
import { tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import {
  storageEnvironment,
  storageRule,
  type StorageSettings,
  storageSettings,
} from '@luit/platform/storage/storage-settings';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { z } from 'zod';
import type { LeaseSettings } from './leases/leases';
import type { DownloadLimits } from '@luit/engines/transport/download';
import type { ProviderInstance } from './providers/provider';

export interface WorkerConfig {
  common: CommonConfig;
  storage: StorageSettings;
  /** Concurrent submissions, and concurrent copies of outputs. */
  concurrency: number;
  leases: LeaseSettings;
  instances: ProviderInstance[];
  mail: MailSettings;
  /** The classifier that checks outputs before anyone sees them; null if there is none. */
  classifier: ClassifierSettings | null;
  /** The hash matcher that compares outputs with known material; null if there is none. */
  hashMatcher: HashMatchSettings | null;
  /** The signer that adds Content Credentials to outputs. If null, local mode uses a test certificate, and production signs nothing. */
  signer: Signer | null;
  /** URL of the authority that time-stamps signatures; null for none. */
  timeStampUrl: string | null;
  downloads: DownloadLimits;
  /** Disk usage that raises an alert, percent. */
  diskAlertPercent: number;
  /** Timeout of one ffprobe or ffmpeg run. */
  mediaTimeoutMs: number;
}

const vendorUrl = (defaultUrl: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(defaultUrl)
    .transform((url) => url.replace(/\/+$/, ''));

const LEASES: LeaseSettings = { renewEveryMs: 1_000, persistForMs: 15_000 };
const DOWNLOADS = { maxBytes: 500 * 1024 * 1024, timeoutMs: 120_000, idleMs: 15_000 };
const DISK_ALERT_PERCENT = 90;
const MEDIA_TIMEOUT_MS = 30_000;

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
  REPLICATE_API_URL: vendorUrl(VENDOR_URLS.REPLICATE_API_URL),
  REPLICATE_API_TOKEN: z.string().min(1).optional(),
  REPLICATE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+=*$/, 'must be whsec_ and base64')
    .optional(),
  FAL_API_URL: vendorUrl(VENDOR_URLS.FAL_API_URL),
  FAL_KEY: z.string().min(1).optional(),
  ARK_API_URL: vendorUrl(VENDOR_URLS.ARK_API_URL),
  ARK_API_KEY: z.string().min(1).optional(),
  ...mailEnvironment,
};

const EXTERNAL_URLS = ['REPLICATE_API_URL', 'FAL_API_URL', 'ARK_API_URL', 'S3_ENDPOINT'];
const RULES = {
  production: [...EXTERNAL_URLS.map(tlsUnlessPrivate), ...classifierRules],
  always: [storageRule, signerRule],
};

/** Injection token of the whole configuration. */
export const CONFIG = Symbol('worker-config');

/** Injection token of this process's instance name, which identifies the worker to generation. */
export const INSTANCE = Symbol('worker-instance');

function instanceOf(
  id: 'replicate' | 'fal' | 'ark',
  baseUrl: string,
  credential: string | undefined,
): ProviderInstance {
  const isOwn = isPrivateHost(new URL(baseUrl).hostname);
  return { id, kind: id, dialect: null, baseUrl, isOwn, credential: credential ?? null, webhookSecret: null };
}

/** @throws ConfigurationError listing every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = parseEnvironment(environment, env, [...SECRETS], RULES);
  const common = commonConfig('worker', values);
  const apiUrl = values.REPLICATE_API_URL;
  return {
    common,
    storage: storageSettings(values),
    concurrency: values.WORKER_CONCURRENCY,
    leases: LEASES,
    instances: [
      {
        ...instanceOf('replicate', apiUrl, values.REPLICATE_API_TOKEN),
        webhookSecret: values.REPLICATE_WEBHOOK_SECRET ?? null,
      },
      instanceOf('fal', values.FAL_API_URL, values.FAL_KEY),
      instanceOf('ark', values.ARK_API_URL, values.ARK_API_KEY),
    ].filter(({ credential }) => credential !== null),
    classifier: classifierSettings(values),
    hashMatcher: hashMatchSettings(values),
    signer: signerSettings(values),
    timeStampUrl: values.C2PA_TIMESTAMP_URL ?? null,
    mail: mailSettings(values),
    downloads: {
      ...DOWNLOADS,
      trustedHosts: [apiUrl, values.FAL_API_URL, values.ARK_API_URL].map((url) => new URL(url).host),
      isLoopbackAllowed: common.mode === 'local',
    },
    diskAlertPercent: DISK_ALERT_PERCENT,
    mediaTimeoutMs: MEDIA_TIMEOUT_MS,
  };
}
