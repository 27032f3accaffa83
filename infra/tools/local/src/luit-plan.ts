import path from 'node:path';
import type { StackPlan } from './running-stack';
import type { LuitDirectory } from './luit-directory';
import { type PoolerOptions, pgbouncerProcess } from './pgbouncer-process';
import { postgresProcess } from './postgres-process';
import type { Command, ProcessDefinition, Stage } from './process-definition';
import { isHttpReady } from './readiness';
import { redisProcess, type RedisUser, redisUrl } from './redis-process';
import type { Secrets } from './secrets';
import { serviceEnvironments, type ServiceName } from './service-environments';
import type { StackPorts } from './stack-ports';

export interface LuitPlanOptions {
  directory: LuitDirectory;
  ports: StackPorts;
  secrets: Secrets;
  workers: number;
  /** Processes of each other service; further ones are named like `gateway-2`. */
  replicas?: number;
  redisServer: string;
  /** The URL of each user at a Redis that runs already, in place of the stack's own. */
  redisAt?: (user: RedisUser) => string;
  /** Additional or overriding variables by process name; `worker` applies to every worker. */
  env: Record<string, Record<string, string>>;
  /** By process name, the port of a proxy between it and Redis. */
  redisPorts?: Record<string, number>;
  /** Additional or overriding settings of Postgres, such as libraries to preload. */
  postgresSettings?: Record<string, string>;
  /** PgBouncer between the services and Postgres. Migrations and backups connect to Postgres. */
  pooler?: PoolerOptions;
  /** For a stack with little load: processes collect garbage more often and need a fifth less memory. */
  savesMemory?: boolean;
  /** Folder of a backup to restore first. */
  restore?: string;
  /** `database`: only Postgres and the migrations; `services`: everything else, on a migrated database. */
  part?: 'database' | 'services';
}

/**
 * glibc defaults to eight arenas per core, and Node's threads never return their memory from any of them. A fixed threshold
 * makes it return buffers above 256 kB as soon as they are freed; otherwise the threshold grows up to 32 MB.
 */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(256 * 1024) };

/** In MiB. The default is 16, and a process that starts fills all of it. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=4';

const checkout = path.resolve(__dirname, '..', '..', '..', '..');
const script = (...parts: string[]) => path.join(checkout, ...parts);

const OWN_SOURCE_MAPS = script('infra', 'tools', 'local', 'own-source-maps.cjs');

const SERVICES = ['auth', 'billing', 'generation', 'gateway'] as const;

export const workerNames = (workers: number) => Array.from({ length: workers }, (_, index) => `worker-${index + 1}`);
const replicaNames = (service: string, replicas: number) =>
  Array.from({ length: replicas }, (_, index) => (index === 0 ? service : `${service}-${index + 1}`));
export const furtherGateways = (replicas: number) => replicaNames('gateway', replicas).slice(1);
export const processesWithHealth = (workers: number, replicas: number) => [
  ...SERVICES.flatMap((service) => replicaNames(service, replicas)),
  ...workerNames(workers),
];

/** All tasks and processes of a local stack, in startup order. */
export async function luitPlan(options: LuitPlanOptions): Promise<StackPlan> {
  const {
    directory,
    ports,
    secrets,
    workers,
    replicas = 1,
    redisServer,
    redisAt,
    env,
    redisPorts = {},
    postgresSettings,
    pooler,
    savesMemory,
    restore,
    part,
  } = options;
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const redisOf = (user: RedisUser, port: number) => redisAt?.(user) ?? redisUrl(user, secrets, port);
  const addresses: StackPlan['addresses'] = {
    web: local(ports.gateway),
    admin: `${local(ports.gateway)}/admin`,
    api: local(ports.gateway),
    mailbox: local(ports.mailbox),
    sandbox: local(ports.sandbox),
    postgres: `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    redis: redisOf('operations', ports.redis),
    adminEmail: 'admin@luit.test',
    adminPassword: secrets.adminPassword,
  };
  const environments = serviceEnvironments({ checkout, directory, ports, secrets, addresses });
  const inherited = inheritedEnvironment();

  const node = (name: string, file: string, variables: Record<string, string>): Command => {
    const role = name.replace(/-\d+$/, '');
    return {
      name,
      command: process.execPath,
      args: ['--require', OWN_SOURCE_MAPS, ...(savesMemory ? [SMALL_YOUNG_GENERATION] : []), file],
      env: { ...ALLOCATOR, ...inherited, ...variables, ...env[role], ...env[name] },
    };
  };
  const service = (name: string, role: ServiceName): ProcessDefinition => {
    const health = local(ports.health[name] ?? 0);
    const variables = {
      ...throughPooler(environments[role], pooler),
      REDIS_URL: redisOf(role, redisPorts[name] ?? ports.redis),
      ...(ports.gateways[name] ? { PORT: String(ports.gateways[name]) } : {}),
      INSTANCE_NAME: name,
      HEALTH_PORT: String(ports.health[name]),
    };
    return {
      ...node(name, script('services', role, 'dist', 'main.js'), variables),
      isReady: (pid) => isHttpReady(`${health}/health/ready`, pid),
      stopSignal: 'SIGTERM',
      metrics: `${health}/metrics`,
    };
  };
  const migration = (name: 'auth' | 'billing' | 'generation') =>
    node(`migrate-${name}`, script('services', name, 'dist', 'migrate.js'), environments.prepare);

  const redis = redisAt ? [] : [redisProcess(redisServer, directory.path('redis'), ports.redis, secrets, inherited)];
  const sandbox: ProcessDefinition = {
    ...node('sandbox', script('infra', 'tools', 'sandbox', 'dist', 'main.js'), environments.sandbox),
    isReady: (pid) => isHttpReady(`${addresses.sandbox}/health/live`, pid),
    stopSignal: 'SIGTERM',
    metrics: null,
  };
  const postgres = await postgresProcess(
    directory.path('postgres'),
    ports.postgres,
    secrets.postgresPassword,
    inherited,
    postgresSettings,
  );
  const poolers = pooler
    ? [await pgbouncerProcess(directory.path('pgbouncer'), pooler, ports.postgres, secrets, inherited)]
    : [];
  const prepare = node(
    'prepare-database',
    script('services', 'platform', 'dist', 'database', 'prepare-database.main.js'),
    environments.prepare,
  );
  const restoring = (folder: string): Command => {
    const restored = node('restore', script('services', 'platform', 'dist', 'backups', 'restore.main.js'), {
      ADMIN_DATABASE_URL: addresses.postgres,
      REDIS_URL: addresses.redis,
      STORAGE_DIR: directory.path('storage'),
    });
    return { ...restored, args: [...restored.args, folder] };
  };
  const services = SERVICES.flatMap((role) => replicaNames(role, replicas).map((name) => service(name, role)));

  const migrating: Stage[] = [
    { tasks: [prepare], processes: [] },
    { tasks: [migration('auth'), migration('billing'), migration('generation')], processes: [] },
  ];
  if (part === 'database') return { addresses, stages: [{ tasks: [], processes: [postgres] }, ...migrating] };
  const settingsOf = (role: ServiceName) => ({ ...environments[role], ...env[role] });
  const { DATABASE_URL: _, ...settings }: NodeJS.ProcessEnv = {
    ...{ REDIS_URL: addresses.redis, ...environments.prepare },
    ...settingsOf('auth'),
    ...settingsOf('billing'),
    ...settingsOf('generation'),
    ...settingsOf('worker'),
    ...settingsOf('gateway'),
  };
  return {
    addresses,
    settings,
    stages: [
      { tasks: [], processes: [postgres, ...redis, sandbox, ...poolers] },
      ...(part === 'services' ? [] : migrating),
      {
        tasks: restore === undefined ? [] : [restoring(restore)],
        processes: [...services, ...workerNames(workers).map((name) => service(name, 'worker'))],
      },
    ],
  };
}

/** The environment with the port of the pooler instead of the port of Postgres. */
function throughPooler(variables: Record<string, string>, pooler?: PoolerOptions): Record<string, string> {
  const { DATABASE_URL } = variables;
  if (!pooler || !DATABASE_URL) return variables;
  const url = new URL(DATABASE_URL);
  url.port = String(pooler.port);
  return { ...variables, DATABASE_URL: url.toString() };
}

/** The variables that processes inherit from the terminal. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'LC_ALL',
    'TZ',
    'TMPDIR',
    'LOG_LEVEL',
    'NODE_EXTRA_CA_CERTS',
    'NODE_OPTIONS',
  ];
  const present = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(present), NODE_ENV: 'production' };
}
