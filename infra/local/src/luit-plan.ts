import path from 'node:path';
import type { StackPlan } from './running-stack';
import type { LuitDirectory } from './luit-directory';
import { postgresProcess } from './postgres-process';
import type { Command, ProcessDefinition, Stage } from './process-definition';
import { isHttpReady } from './readiness';
import { redisProcess, redisUrl } from './redis-process';
import type { Secrets } from './secrets';
import { serviceEnvironments, type ServiceName } from './service-environments';
import type { StackPorts } from './stack-ports';

export interface LuitPlanOptions {
  directory: LuitDirectory;
  ports: StackPorts;
  secrets: Secrets;
  workers: number;
  redisServer: string;
  /** Variables that replace or add to ours, by process name; `worker` stands for every worker. */
  env: Record<string, Record<string, string>>;
  /** By process name, the port of what stands between it and Redis. */
  redisPorts?: Record<string, number>;
  /** The folder of a backup to begin with. */
  restore?: string;
  /** `database`: a migrated one and nothing else; `services`: all else, on a database that is migrated already. */
  part?: 'database' | 'services';
}

/** glibc's own is eight for each core, and Node's threads keep what they once needed in each: memory that is never given back. */
const MALLOC_ARENA_MAX = '2';

const checkout = path.resolve(__dirname, '..', '..', '..');
const script = (...parts: string[]) => path.join(checkout, ...parts);

export const workerNames = (workers: number) => Array.from({ length: workers }, (_, index) => `worker-${index + 1}`);
export const processesWithHealth = (workers: number) => [
  'auth',
  'billing',
  'generation',
  'gateway',
  ...workerNames(workers),
];

/** Everything that one local stack runs, in the order in which it has to come up. */
export async function luitPlan(options: LuitPlanOptions): Promise<StackPlan> {
  const { directory, ports, secrets, workers, redisServer, env, redisPorts = {}, restore, part } = options;
  const local = (port: number) => `http://127.0.0.1:${port}`;
  const addresses: StackPlan['addresses'] = {
    web: local(ports.gateway),
    admin: `${local(ports.gateway)}/admin`,
    api: local(ports.gateway),
    mailbox: local(ports.mailbox),
    sandbox: local(ports.sandbox),
    postgres: `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/postgres`,
    redis: redisUrl('operations', secrets, ports.redis),
    adminEmail: 'admin@luit.test',
    adminPassword: secrets.adminPassword,
  };
  const environments = serviceEnvironments({ checkout, directory, ports, secrets, addresses });
  const inherited = inheritedEnvironment();

  const node = (name: string, file: string, ours: Record<string, string>): Command => {
    const role = name.replace(/-\d+$/, '');
    return {
      name,
      command: process.execPath,
      args: ['--enable-source-maps', file],
      env: { MALLOC_ARENA_MAX, ...inherited, ...ours, ...env[role], ...env[name] },
    };
  };
  const service = (name: string, role: ServiceName = name as ServiceName): ProcessDefinition => {
    const health = local(ports.health[name] ?? 0);
    const ours = {
      ...environments[role],
      REDIS_URL: redisUrl(role, secrets, redisPorts[name] ?? ports.redis),
      INSTANCE_NAME: name,
      HEALTH_PORT: String(ports.health[name]),
    };
    return {
      ...node(name, script('services', role, 'dist', 'main.js'), ours),
      isReady: () => isHttpReady(`${health}/health/ready`),
      stopSignal: 'SIGTERM',
      metrics: `${health}/metrics`,
    };
  };
  const migration = (name: 'auth' | 'billing' | 'generation') =>
    node(`migrate-${name}`, script('services', name, 'dist', 'migrate.js'), environments[name]);

  const redis = redisProcess(redisServer, directory.path('redis'), ports.redis, secrets, inherited);
  const sandbox: ProcessDefinition = {
    ...node('sandbox', script('infra', 'sandbox', 'dist', 'main.js'), environments.sandbox),
    isReady: () => isHttpReady(`${addresses.sandbox}/health/live`),
    stopSignal: 'SIGTERM',
    metrics: null,
  };
  const postgres = await postgresProcess(
    directory.path('postgres'),
    ports.postgres,
    secrets.postgresPassword,
    inherited,
  );
  const prepare = node(
    'prepare-database',
    script('services', 'platform', 'dist', 'database', 'prepare.js'),
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
  const services = ['auth', 'billing', 'generation', 'gateway'].map((name) => service(name));

  const migrating: Stage[] = [
    { tasks: [prepare], processes: [] },
    { tasks: [migration('auth'), migration('billing'), migration('generation')], processes: [] },
  ];
  if (part === 'database') return { addresses, stages: [{ tasks: [], processes: [postgres] }, ...migrating] };
  return {
    addresses,
    stages: [
      { tasks: [], processes: [postgres, redis, sandbox] },
      ...(part === 'services' ? [] : migrating),
      {
        tasks: restore === undefined ? [] : [restoring(restore)],
        processes: [...services, ...workerNames(workers).map((name) => service(name, 'worker'))],
      },
    ],
  };
}

/** What processes take over from the terminal: where programs, locale and certificates are, and how much to log. */
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
