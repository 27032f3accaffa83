import {
  type CommonConfig,
  commonConfig,
  commonEnvironment,
  databaseEnvironment,
  milliseconds,
  parseEnvironment,
} from '@luit/platform/config';
import { publicUrl } from '@luit/platform/security/production-rules';
import { z } from 'zod';

const MINUTE_MS = 60_000;

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

const modelProvider = z.union([
  z
    .string()
    .min(1)
    .transform((provider) => ({ provider, cost: null })),
  z.strictObject({ provider: z.string().min(1), cost: z.number().min(0).nullable().default(null) }),
]);

const providersByModel = json.pipe(z.record(z.string(), z.tuple([modelProvider], modelProvider)));

const providerLimits = z.strictObject({
  concurrency: z.int().min(1).optional(),
  submitsPerMinute: z.int().min(1).optional(),
  pollsPerMinute: z.int().min(1).optional(),
});

/** Seedance is sold by all three; the others stand by for when the first is cut off. */
const DEFAULT_MODEL_PROVIDERS = {
  seedance: ['replicate', 'fal', 'ark'].map((provider) => ({ provider, cost: null })) as [
    ModelProvider,
    ...ModelProvider[],
  ],
};

/** Replicate documents 600 and 3000; the others none, so they are asked no more often than most allow. */
const USUAL_LIMITS = { submitsPerMinute: 300, pollsPerMinute: 1_500 };
const KNOWN_LIMITS: Record<string, typeof USUAL_LIMITS> = {
  replicate: { submitsPerMinute: 600, pollsPerMinute: 3_000 },
};

/** Refused unless the operator says otherwise; a provider's own moderation stands behind it. */
const DEFAULT_POLICY_WORDS = ['child porn', 'child pornography', 'child sexual abuse', 'csam', 'underage sex'];

const phrases = z.string().transform((text) =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter(Boolean),
);

const environment = {
  ...commonEnvironment,
  ...databaseEnvironment,
  WEBHOOK_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  RESTORE_COLOR_MODEL: z.string().min(1).optional(),
  POLICY_WORDS: phrases.default(DEFAULT_POLICY_WORDS),
  MODEL_PROVIDERS: providersByModel.default(DEFAULT_MODEL_PROVIDERS),
  PROVIDER_LIMITS: json.pipe(z.record(z.string(), providerLimits)).default({}),
  BREAKER_FAILURES: z.coerce.number().int().min(1).default(5),
  BREAKER_OPEN_MS: milliseconds.min(1).default(30_000),
  PROVIDER_CONCURRENCY: z.coerce.number().int().min(1).default(20),
  USER_CONCURRENCY: z.coerce.number().int().min(1).default(10),
  LEASE_MS: milliseconds.default(4_000),
  RECONCILE_INTERVAL_MS: milliseconds.default(5_000),
  ACCEPT_DEADLINE_MS: milliseconds.default(10_000),
  QUEUE_LIMIT_MS: milliseconds.default(6 * 60 * MINUTE_MS),
  SUBMIT_RETRY_LIMIT: z.coerce.number().int().min(0).default(10),
  FIRST_POLL_MS: milliseconds.default(2_500),
  POLL_INTERVAL_MS: milliseconds.default(2_000),
  PROVIDER_MAXIMUM_MS: milliseconds.default(30 * MINUTE_MS),
  GIVE_UP_MS: milliseconds.default(10 * MINUTE_MS),
  SETTLEMENT_RETRY_MS: milliseconds.default(MINUTE_MS),
  QUEUE_ALERT_MS: milliseconds.min(1).default(5 * MINUTE_MS),
  REJECTED_RETENTION_DAYS: z.coerce.number().int().min(1).default(7),
  INVARIANTS_INTERVAL_MS: milliseconds.min(100).default(MINUTE_MS),
};

/** How long things may take; all milliseconds. */
export interface JobLimits {
  /** A worker's claim on a job, unless renewed. */
  leaseMs: number;
  /** Between two looks for what a crash left behind. */
  reconcileIntervalMs: number;
  /** Within which a request is accepted or refused; after twice this it is rejected. */
  acceptDeadlineMs: number;
  /** In the queue, before a job that no provider took is given up. */
  queueLimitMs: number;
  /** How often a provider may refuse to take a job, rate limits not counted. */
  submitRetryLimit: number;
  /** From submission to the first look, where no run time was measured yet. */
  firstPollMs: number;
  /** Between two looks. */
  pollIntervalMs: number;
  /** The longest any provider runs a task. */
  providerMaximumMs: number;
  /** After the provider's maximum, until a job that never ended is failed. */
  giveUpMs: number;
  /** Submissions in a row that fail before their provider is cut off. */
  breakerFailures: number;
  /** For how long at first; doubled each time it turns out to fail still. */
  breakerOpenMs: number;
  /** After a job's end, until billing is told again where it was not heard of. */
  settlementRetryMs: number;
  /** A job that waits so long while no provider takes any is told to operators. */
  queueAlertMs: number;
  /** Between two looks at the invariants. */
  invariantsIntervalMs: number;
  /** How long a rejected request is kept. */
  rejectedRetentionMs: number;
}

export interface ModelProvider {
  provider: string;
  /** What the operator pays there, in any unit that is the same for one model's providers; null where not told. */
  cost: number | null;
}

/** Across all workers. */
export interface ProviderLimits {
  /** Tasks at once. */
  concurrency: number;
  submitsPerMinute: number;
  pollsPerMinute: number;
}

export interface GenerationConfig {
  common: CommonConfig;
  databaseUrl: string;
  databasePool: number;
  /** Public base of the provider callbacks, without a trailing slash, or null where there is none. */
  webhookBaseUrl: string | null;
  /** Providers of a model, the preferred one first; a model that is not listed runs on `replicate`. */
  modelProviders: Record<string, [ModelProvider, ...ModelProvider[]]>;
  /** The model that gives a restored photo its colours, by our name for it, or null where there is none. */
  colorModel: string | null;
  /** Words and phrases that no prompt may contain. */
  policyWords: string[];
  /** Tasks that a provider runs at once, across all workers, where its own limits say nothing else. */
  providerConcurrency: number;
  /** Of these, how many may be one user's, at all providers together. Limits what runs, never what is accepted. */
  userConcurrency: number;
  limitsOf(provider: string): ProviderLimits;
  limits: JobLimits;
}

/** @throws ConfigurationError with all faults */
export function readConfig(env: NodeJS.ProcessEnv): GenerationConfig {
  const values = parseEnvironment(environment, env, [], { production: [publicUrl('WEBHOOK_BASE_URL')] });
  return {
    common: commonConfig('generation', values),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    webhookBaseUrl: values.WEBHOOK_BASE_URL?.replace(/\/+$/, '') ?? null,
    modelProviders: values.MODEL_PROVIDERS,
    colorModel: values.RESTORE_COLOR_MODEL ?? null,
    policyWords: values.POLICY_WORDS,
    providerConcurrency: values.PROVIDER_CONCURRENCY,
    userConcurrency: values.USER_CONCURRENCY,
    limitsOf(provider) {
      const usual = { ...USUAL_LIMITS, ...KNOWN_LIMITS[provider], concurrency: this.providerConcurrency };
      return { ...usual, ...values.PROVIDER_LIMITS[provider] };
    },
    limits: {
      leaseMs: values.LEASE_MS,
      reconcileIntervalMs: values.RECONCILE_INTERVAL_MS,
      acceptDeadlineMs: values.ACCEPT_DEADLINE_MS,
      queueLimitMs: values.QUEUE_LIMIT_MS,
      submitRetryLimit: values.SUBMIT_RETRY_LIMIT,
      firstPollMs: values.FIRST_POLL_MS,
      pollIntervalMs: values.POLL_INTERVAL_MS,
      providerMaximumMs: values.PROVIDER_MAXIMUM_MS,
      giveUpMs: values.GIVE_UP_MS,
      breakerFailures: values.BREAKER_FAILURES,
      breakerOpenMs: values.BREAKER_OPEN_MS,
      settlementRetryMs: values.SETTLEMENT_RETRY_MS,
      queueAlertMs: values.QUEUE_ALERT_MS,
      invariantsIntervalMs: values.INVARIANTS_INTERVAL_MS,
      rejectedRetentionMs: values.REJECTED_RETENTION_DAYS * 24 * 60 * MINUTE_MS,
    },
  };
}

/** Injection token of the whole configuration. */
export const CONFIG = Symbol('generation-config');
