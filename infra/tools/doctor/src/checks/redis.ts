import { openRedis, serversOf } from '@luit/platform/redis/open-redis';
import { parseRedisAddress } from '@luit/platform/addresses/redis-address';
import type { Redis } from 'ioredis';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const TIMEOUT_MS = 5_000;

/** Checks the connection, and clock, eviction policy, persistence and users of each server: of a cluster, that is every node. */
export async function checkRedis({ REDIS_URL }: Pick<Settings, 'REDIS_URL'>): Promise<Finding[]> {
  const redis = openRedis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
    sentinelRetryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  // A cluster that cannot be reached does not say why, but its nodes do.
  let nodeError: Error | undefined;
  redis.on('node error', (cause: Error) => (nodeError = cause));
  try {
    await redis.connect();
    const servers = await serversOf(redis);
    const findings = await Promise.all(
      servers.map(async (server) => {
        const found = await checkReachable(server);
        return servers.length > 1 ? nameServer(found, server) : found;
      }),
    );
    servers.forEach((server) => server.disconnect());
    return [...distinct(findings.flat()), checkAddress(REDIS_URL)];
  } catch (cause) {
    return [
      error(
        `REDIS_URL: ${errorMessage(nodeError ?? cause)}`,
        'Check that Redis is running, and the address and password.',
      ),
    ];
  } finally {
    redis.disconnect();
  }
}

async function checkReachable(server: Redis): Promise<Finding[]> {
  server.on('error', () => undefined);
  try {
    return await checkServer(server);
  } catch (cause) {
    return [
      error(errorMessage(cause), 'Check that this server runs and has the users of infra/deploy/redis/users.acl.'),
    ];
  }
}

async function checkServer(redis: Redis): Promise<Finding[]> {
  const sentAt = Date.now();
  const [seconds, micros] = await redis.time();
  const clock = compareClock('Redis', Number(seconds) * 1000 + Number(micros) / 1000, sentAt, Date.now());
  return [clock, ...(await checkPolicy(redis)), await checkUsers(redis)];
}

/** The description of a fault names the server if there are several. */
function nameServer(findings: Finding[], server: Redis): Finding[] {
  const { sentinels, host, port } = server.options;
  const name = sentinels ? 'The primary' : `${host}:${port}`;
  return findings.map((found) => (found.level === 'ok' ? found : { ...found, message: `${name}: ${found.message}` }));
}

function distinct(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

async function checkPolicy(redis: Redis): Promise<Finding[]> {
  const info = await redis.info('memory', 'persistence');
  const valueOf = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  const policy = valueOf('maxmemory_policy');
  return [
    policy === 'noeviction'
      ? ok('maxmemory-policy is noeviction')
      : error(`maxmemory-policy is ${policy}`, 'Set it to noeviction. Otherwise Redis may evict queue entries.'),
    valueOf('aof_enabled') === '1'
      ? ok('The append-only file is enabled')
      : warning(
          'The append-only file is disabled',
          'Set appendonly yes. Otherwise jobs wait for the reconciler after a restart.',
        ),
  ];
}

/** Users are not replicated, so each server has its own. */
async function checkUsers(redis: Redis): Promise<Finding> {
  const users = (await redis.call('ACL', 'LIST')) as string[];
  const passwordless = users
    .filter((rules) => / on /.test(rules) && / nopass /.test(rules))
    .map((rules) => rules.split(' ')[1]);
  return passwordless.length === 0
    ? ok('Every Redis user has a password')
    : error(
        `Redis accepts the user ${passwordless.join(', ')} without a password`,
        'Configure the users in infra/deploy/redis/users.acl.',
      );
}

/** Passwords cross networks only over TLS. */
function checkAddress(url: string): Finding {
  const { tls, nodes } = parseRedisAddress(url);
  const isLocal = nodes.every(({ host }) => ['localhost', '127.0.0.1', '::1'].includes(host) || !host.includes('.'));
  return tls || isLocal
    ? ok('REDIS_URL uses TLS or stays within the private network')
    : warning(
        'REDIS_URL connects to another host without TLS',
        'Use rediss://, and REDIS_CA for a private certificate authority.',
      );
}
