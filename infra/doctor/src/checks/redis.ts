import { redisConnection } from '@luit/platform/security/certificate-authorities';
import { Redis } from 'ioredis';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const TIMEOUT_MS = 5_000;

/** Redis keeps what it is given: a queue that evicts entries loses time, though no job. */
export async function checkRedis({ REDIS_URL }: Settings): Promise<Finding[]> {
  const { url, tls } = redisConnection(REDIS_URL);
  const redis = new Redis(url, {
    ...tls,
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const askedAt = Date.now();
    const [seconds, micros] = await redis.time();
    const clock = compareClock('Redis', Number(seconds) * 1000 + Number(micros) / 1000, askedAt, Date.now());
    return [clock, ...(await checkPolicy(redis)), ...(await checkUsers(redis, REDIS_URL))];
  } catch (error) {
    return [fault(`REDIS_URL: ${errorMessage(error)}`, 'Is Redis up, and do the address and password fit?')];
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
      : fault(`maxmemory-policy is ${policy}`, 'Set it to noeviction: BullMQ loses queue entries otherwise.'),
    valueOf('aof_enabled') === '1'
      ? ok('the append-only file is on')
      : warning(
          'the append-only file is off',
          'Set appendonly yes: after a restart jobs wait for the reconciler otherwise.',
        ),
  ];
}

/** Nobody without a password, and no password in the clear over a network. */
async function checkUsers(redis: Redis, url: string): Promise<Finding[]> {
  const users = (await redis.call('ACL', 'LIST')) as string[];
  const open = users
    .filter((rules) => / on /.test(rules) && / nopass /.test(rules))
    .map((rules) => rules.split(' ')[1]);
  const { protocol, hostname } = new URL(url);
  const isNear = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || !hostname.includes('.');
  return [
    open.length === 0
      ? ok('every user of Redis has a password')
      : fault(`Redis lets in ${open.join(', ')} without a password`, 'Set the users of infra/redis/users.acl.'),
    protocol === 'rediss:' || isNear
      ? ok('REDIS_URL is on TLS, or within this host or its private network')
      : warning(
          'REDIS_URL goes to another host without TLS',
          'Use rediss://, with REDIS_CA where its authority is private.',
        ),
  ];
}
