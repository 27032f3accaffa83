import { openRedis } from '@luit/platform/redis/open-redis';
import { parseRedisAddress } from '@luit/platform/redis/redis-address';
import type { Redis } from 'ioredis';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const TIMEOUT_MS = 5_000;

/** Checks the connection, clock, eviction policy, persistence and users of Redis. */
export async function checkRedis({ REDIS_URL }: Settings): Promise<Finding[]> {
  const redis = openRedis(REDIS_URL, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const sentAt = Date.now();
    const [seconds, micros] = await redis.time();
    const clock = compareClock('Redis', Number(seconds) * 1000 + Number(micros) / 1000, sentAt, Date.now());
    return [clock, ...(await checkPolicy(redis)), ...(await checkUsers(redis, REDIS_URL))];
  } catch (cause) {
    return [error(`REDIS_URL: ${errorMessage(cause)}`, 'Check that Redis is running, and the address and password.')];
  } finally {
    redis.disconnect();
  }
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

/** Checks that every user has a password and that passwords cross networks only over TLS. */
async function checkUsers(redis: Redis, url: string): Promise<Finding[]> {
  const users = (await redis.call('ACL', 'LIST')) as string[];
  const passwordless = users
    .filter((rules) => / on /.test(rules) && / nopass /.test(rules))
    .map((rules) => rules.split(' ')[1]);
  const { tls, nodes } = parseRedisAddress(url);
  const isLocal = nodes.every(({ host }) => ['localhost', '127.0.0.1', '::1'].includes(host) || !host.includes('.'));
  return [
    passwordless.length === 0
      ? ok('Every Redis user has a password')
      : error(
          `Redis accepts the user ${passwordless.join(', ')} without a password`,
          'Configure the users in infra/redis/users.acl.',
        ),
    tls || isLocal
      ? ok('REDIS_URL uses TLS or stays within the private network')
      : warning(
          'REDIS_URL connects to another host without TLS',
          'Use rediss://, and REDIS_CA for a private certificate authority.',
        ),
  ];
}
