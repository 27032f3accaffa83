import { Redis } from 'ioredis';
import { type Finding, fault, ok, reasonOf, warning } from '../finding';
import type { Settings } from '../settings';
import { compareClock } from './clock';

const TIMEOUT_MS = 5_000;

/** Redis keeps what it is given: a queue that evicts entries loses time, though no job. */
export async function checkRedis({ REDIS_URL }: Settings): Promise<Finding[]> {
  const redis = new Redis(REDIS_URL, {
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
    return [clock, ...(await checkPolicy(redis))];
  } catch (error) {
    return [fault(`REDIS_URL: ${reasonOf(error)}`, 'Is Redis up, and do the address and password fit?')];
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
