import type { Redis } from 'ioredis';
import { openRedis, primariesOf } from '../redis/open-redis';

/** @throws Error if Redis does not answer, without another attempt */
export function assertRedisAnswers(url: string): Promise<void> {
  return withRedis(url, (redis) => redis.ping());
}

/** Flushes every server of Redis, of a cluster each primary. */
export function flushRedis(url: string): Promise<void> {
  return withRedis(url, async (redis) => {
    for (const server of primariesOf(redis)) await server.flushdb();
  });
}

async function withRedis(url: string, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = openRedis(url, { lazyConnect: true, retryStrategy: () => null, sentinelRetryStrategy: () => null });
  // Rejects if the work fails.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await work(redis);
  } finally {
    redis.disconnect();
  }
}
