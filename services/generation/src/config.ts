import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { RetentionDays } from '@luit/contracts/operations/retention';
import {
  type CommonConfig,
  checkEnvironment,
  commonConfig,
  commonEnvironment,
  databaseEnvironment,
  json,
  milliseconds,
  parseEnvironment,
} from '@luit/platform/config';
import type { ClassifierSettings } from '@luit/media/classifiers/classifier-client';
import type { HashMatchSettings } from '@luit/media/classifiers/hash-match-client';
import {
  classifierEnvironment,
  classifierRules,
  classifierSettings,
  hashMatchSettings,
} from '@luit/media/classifiers/classifier-settings';
import { retentionEnvironment } from '@luit/platform/retention/retention-settings';
import { type StorageSettings, storageEnvironment, storageSettings } from '@luit/platform/storage/storage-settings';
import { listOf, publicUrl, strongSecret, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import { VENDOR_URLS } from '@luit/contracts/operations/vendor-urls';
import { z } from 'zod';
import type { InstanceSeed } from './provider-instances/instance-seeds';

const MINUTE_MS = 60_000;
/** Unfinished requests of one API key: some ten times what an account runs at a time, so that API clients can queue work. */
const API_KEY_CONCURRENCY = 100;

const providerName = z
  .string()
  .min(1)
  .refine((name) => name !== TEST_PROVIDER, 'test runs test requests only');

const providersByModel = json.pipe(z.record(z.string(), z.tuple([providerName], providerName)));

const vendorUrl = (defaultUrl: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(defaultUrl)
    .transform((url) => url.replace(/\/+$/, ''));

const SECRETS = [
  'PROVIDER_SECRETS',
  'REPLICATE_API_TOKEN',
  'REPLICATE_WEBHOOK_SECRET',
  'FAL_KEY',
  'ARK_API_KEY',
  'SAFETY_CLASSIFIER_KEY',
] as const;

const environment = {
  ...commonEnvironment,
  ...databaseEnvironment,
  ...retentionEnvironment,
  ...checkEnvironment,
  ...storageEnvironment,
  ...classifierEnvironment,
  WEBHOOK_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  RESTORE_COLOR_MODEL: z.string().min(1).optional(),
  MODEL_PROVIDERS: providersByModel.default({}),
  PROVIDER_SECRETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().min(32)).min(1)),
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
  USER_CONCURRENCY: z.coerce.number().int().min(1).default(10),
  POLL_INTERVAL_MS: milliseconds.min(1).default(2_000),
};

/** Times are in milliseconds. */
export interface JobLimits {
  /** Duration of a lease, unless a worker renews it. */
  leaseMs: number;
  /** Interval of the reconciler. */
  reconcileIntervalMs: number;
  /** Time to accept or refuse a request; after twice this time the reconciler rejects it. */
  acceptDeadlineMs: number;
  /** Maximum time in the queue before a job that no provider took fails. */
  queueLimitMs: number;
  /** How many submissions of a job a provider may refuse, not counting rate limits. */
  submitRetryLimit: number;
  /** From submission to the first poll, until run times have been measured. */
  firstPollMs: number;
  /** Between two polls of a task. */
  pollIntervalMs: number;
  /** The longest any provider runs a task. */
  providerMaximumMs: number;
  /** Grace period after the provider's maximum before a job without a result fails. */
  giveUpMs: number;
  /** From an unknown submission until the job fails and its credits return, if its outcome cannot be determined. */
  unconfirmedLimitMs: number;
  /** Consecutive failed submissions that open a provider's circuit breaker. */
  breakerFailures: number;
  /** How long a circuit breaker stays open the first time; doubles with each failed probe. */
  breakerOpenMs: number;
  /** Time after a job's end before its outcome is published again if billing has not settled it. */
  settlementRetryMs: number;
  /** Queue wait that raises an alert while no provider takes any job. */
  queueAlertMs: number;
  /** Interval of the invariant checks. */
  invariantsIntervalMs: number;
}

const JOB_LIMITS = {
  leaseMs: 4_000,
  reconcileIntervalMs: 5_000,
  acceptDeadlineMs: 10_000,
  queueLimitMs: 6 * 60 * MINUTE_MS,
  submitRetryLimit: 10,
  firstPollMs: 2_500,
  providerMaximumMs: 30 * MINUTE_MS,
  giveUpMs: 10 * MINUTE_MS,
  unconfirmedLimitMs: 2 * MINUTE_MS,
  breakerFailures: 5,
  breakerOpenMs: 30_000,
  settlementRetryMs: MINUTE_MS,
  queueAlertMs: 5 * MINUTE_MS,
};

export interface GenerationConfig {
  common: CommonConfig;
  databaseUrl: string;
  databaseReplicaUrl?: string;
  databasePool: number;
  retentionDays: RetentionDays;
  /** Storage for archived timelines of old jobs and for input images; null keeps timelines in the database. */
  archiveStorage: StorageSettings | null;
  /** Public base URL of provider callbacks, without a trailing slash; null disables callbacks. */
  webhookBaseUrl: string | null;
  /** Providers of a model, the preferred one first; those of its routes for a model that is not listed. */
  modelProviders: Record<string, [string, ...string[]]>;
  /** Our id of the model that colorizes photos; null disables color restoration. */
  colorModel: string | null;
  /** The classifier that checks prompts and input images in addition to word lists; null if there is none. */
  classifier: ClassifierSettings | null;
  /** The hash matcher that compares input images with known material; null if there is none. */
  hashMatcher: HashMatchSettings | null;
  /** Newest first. They encrypt the secrets of providers at rest. */
  providerSecrets: string[];
  /** The providers of a new installation. */
  instanceSeeds: InstanceSeed[];
  /** Concurrent tasks of one user across all providers. Limits running tasks, never accepted requests. */
  userConcurrency: number;
  /** Unfinished requests that one API key may have; further ones are refused. */
  apiKeyConcurrency: number;
  limits: JobLimits;
}

/** @throws ConfigurationError listing every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): GenerationConfig {
  const values = parseEnvironment(environment, env, [...SECRETS], {
    production: [
      strongSecret('PROVIDER_SECRETS'),
      publicUrl('WEBHOOK_BASE_URL'),
      ...['REPLICATE_API_URL', 'FAL_API_URL', 'ARK_API_URL'].map(tlsUnlessPrivate),
      ...classifierRules,
    ],
  });
  return {
    common: commonConfig('generation', values),
    databaseUrl: values.DATABASE_URL,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    databasePool: values.DATABASE_POOL,
    retentionDays: values.RETENTION_DAYS,
    archiveStorage: values.STORAGE_DIR || values.S3_BUCKET ? storageSettings(values) : null,
    webhookBaseUrl: values.WEBHOOK_BASE_URL?.replace(/\/+$/, '') ?? null,
    modelProviders: values.MODEL_PROVIDERS,
    colorModel: values.RESTORE_COLOR_MODEL ?? null,
    classifier: classifierSettings(values),
    hashMatcher: hashMatchSettings(values),
    providerSecrets: values.PROVIDER_SECRETS,
    instanceSeeds: [
      {
        ...{ id: 'replicate', baseUrl: values.REPLICATE_API_URL, credential: values.REPLICATE_API_TOKEN ?? null },
        webhookSecret: values.REPLICATE_WEBHOOK_SECRET ?? null,
      },
      { id: 'fal', baseUrl: values.FAL_API_URL, credential: values.FAL_KEY ?? null, webhookSecret: null },
      { id: 'ark', baseUrl: values.ARK_API_URL, credential: values.ARK_API_KEY ?? null, webhookSecret: null },
    ],
    userConcurrency: values.USER_CONCURRENCY,
    apiKeyConcurrency: API_KEY_CONCURRENCY,
    limits: {
      ...JOB_LIMITS,
      pollIntervalMs: values.POLL_INTERVAL_MS,
      invariantsIntervalMs: values.CHECK_INTERVAL_MS,
    },
  };
}

/** Injection token of the whole configuration. */
export const CONFIG = Symbol('generation-config');
