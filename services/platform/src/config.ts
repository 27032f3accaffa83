import { hostname } from 'node:os';
import { z } from 'zod';
import { redisAddressFault } from './addresses/redis-address';
import { withCertificateAuthorities } from './addresses/certificate-authorities';
import { type EnvironmentRule, ownSecrets, strongUrlPassword } from './security/production-rules';

export const port = z.coerce.number().int().min(0).max(65_535);
export const milliseconds = z.coerce.number().int().min(0);
/** See `parseRedisAddress`. */
export const redisUrl = z.string().superRefine((url, context) => {
  const message = redisAddressFault(url);
  if (message) context.addIssue({ code: 'custom', message });
});
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' });
    return z.NEVER;
  }
});

/** Variables that every process reads. */
export const commonEnvironment = {
  LUIT_MODE: z.enum(['local', 'production']).default('production'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  REDIS_URL: redisUrl,
  INSTANCE_NAME: z.string().min(1).optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
  HEALTH_PORT: port.default(0),
  DRAIN_MS: milliseconds.default(10_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
};

export const databaseEnvironment = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_REPLICA_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).default(20),
};

/** Between two checks of the invariants, milliseconds. Other periodic checks of billing happen at multiples of it. */
export const checkEnvironment = {
  CHECK_INTERVAL_MS: milliseconds.min(100).default(60_000),
};

export interface CommonConfig {
  mode: 'local' | 'production';
  logLevel: string;
  redisUrl: string;
  instance: string;
  healthHost: string;
  healthPort: number;
  drainMs: number;
  /** Null if tracing is off. */
  tracing: TracingConfig | null;
}

export interface TracingConfig {
  /** Base URL of a collector that accepts OTLP over HTTP. */
  endpoint: string;
  /** Share of requests that are traced, 0 to 1. */
  ratio: number;
}

interface CommonValues {
  LUIT_MODE: 'local' | 'production';
  LOG_LEVEL: string;
  REDIS_URL: string;
  INSTANCE_NAME?: string;
  HEALTH_HOST: string;
  HEALTH_PORT: number;
  DRAIN_MS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

export function commonConfig(service: string, values: CommonValues): CommonConfig {
  const endpoint = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    mode: values.LUIT_MODE,
    logLevel: values.LOG_LEVEL,
    redisUrl: values.REDIS_URL,
    instance: values.INSTANCE_NAME ?? `${service}-${hostname()}-${process.pid}`,
    healthHost: values.HEALTH_HOST,
    healthPort: values.HEALTH_PORT,
    drainMs: values.DRAIN_MS,
    tracing: endpoint ? { endpoint, ratio: values.OTEL_TRACES_SAMPLER_ARG } : null,
  };
}

/** Lists every fault of the environment, so that an operator can fix them all at once. */
export class ConfigurationError extends Error {
  constructor(readonly faults: string[]) {
    super(`Invalid configuration (${faults.length}):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
  }
}

export interface EnvironmentRules {
  /** Rules that apply only outside local mode. */
  production?: EnvironmentRule[];
  always?: EnvironmentRule[];
}

/** Rules outside local mode for every process that reads LUIT_MODE. Command-line tools do not read it. */
const PROCESS_RULES = ['DATABASE_URL', 'DATABASE_REPLICA_URL', 'REDIS_URL'].map(strongUrlPassword);

/**
 * Parses and validates environment variables. An empty value counts as not set.
 *
 * @param secrets names of variables that must be distinct and must not contain placeholders outside local mode
 * @throws ConfigurationError listing all faults
 */
export function parseEnvironment<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
  secrets: (keyof Shape & string)[] = [],
  { production = [], always = [] }: EnvironmentRules = {},
): z.output<z.ZodObject<Shape>> {
  const present = Object.fromEntries(
    Object.entries(withCertificateAuthorities(env)).filter(([, value]) => value !== ''),
  );
  const parsed = z.object(shape).safeParse(present);
  const faults: string[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const isLocal = (env.LUIT_MODE || 'production') === 'local';
  const processRules = 'LUIT_MODE' in shape ? PROCESS_RULES : [];
  const rules = isLocal ? always : [...always, ...processRules, ownSecrets(secrets), ...production];
  for (const rule of rules) faults.push(...rule(present));
  if (!parsed.success || faults.length > 0) throw new ConfigurationError(faults);
  return parsed.data;
}
