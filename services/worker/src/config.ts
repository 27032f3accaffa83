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
import { listOf, tlsUnlessPrivate } from '@luit/platform/security/production-rules';
import {
  storageEnvironment,
  storageRule,
  type StorageSettings,
  storageSettings,
} from '@luit/platform/storage/storage-settings';
import { MAX_OUTPUT_BYTES } from '@luit/contracts/generation/runner-limits';
import { z } from 'zod';
import type { LeaseSettings } from './leases/leases';
import type { DownloadLimits } from '@luit/engines/transport/download';

export interface WorkerConfig {
  common: CommonConfig;
  storage: StorageSettings;
  /** Concurrent submissions, and concurrent copies of outputs. */
  concurrency: number;
  leases: LeaseSettings;
  /** Newest first. They encrypt the secrets of providers. */
  providerSecrets: string[];
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

const LEASES: LeaseSettings = { renewEveryMs: 1_000, persistForMs: 15_000 };
const DOWNLOADS = { maxBytes: MAX_OUTPUT_BYTES, timeoutMs: 120_000, idleMs: 15_000 };
const DISK_ALERT_PERCENT = 90;
const MEDIA_TIMEOUT_MS = 30_000;

const SECRETS = ['PROVIDER_SECRETS', 'S3_SECRET_ACCESS_KEY', 'SAFETY_CLASSIFIER_KEY', 'C2PA_KEY'] as const;

const environment = {
  ...commonEnvironment,
  ...storageEnvironment,
  ...classifierEnvironment,
  ...signerEnvironment,
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).default(32),
  PROVIDER_SECRETS: z
    .string()
    .transform(listOf)
    .pipe(z.array(z.string().min(32)).min(1)),
  ...mailEnvironment,
};

const RULES = {
  production: [tlsUnlessPrivate('S3_ENDPOINT'), ...classifierRules],
  always: [storageRule, signerRule],
};

/** Injection token of the whole configuration. */
export const CONFIG = Symbol('worker-config');

/** Injection token of this process's instance name, which identifies the worker to generation. */
export const INSTANCE = Symbol('worker-instance');

/** @throws ConfigurationError listing every invalid setting */
export function readConfig(env: NodeJS.ProcessEnv): WorkerConfig {
  const values = parseEnvironment(environment, env, [...SECRETS], RULES);
  const common = commonConfig('worker', values);
  return {
    common,
    storage: storageSettings(values),
    concurrency: values.WORKER_CONCURRENCY,
    leases: LEASES,
    providerSecrets: values.PROVIDER_SECRETS,
    classifier: classifierSettings(values),
    hashMatcher: hashMatchSettings(values),
    signer: signerSettings(values),
    timeStampUrl: values.C2PA_TIMESTAMP_URL ?? null,
    mail: mailSettings(values),
    downloads: {
      ...DOWNLOADS,
      isLoopbackAllowed: common.mode === 'local',
    },
    diskAlertPercent: DISK_ALERT_PERCENT,
    mediaTimeoutMs: MEDIA_TIMEOUT_MS,
  };
}
