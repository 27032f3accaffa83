import { Redis, type RedisOptions } from 'ioredis';
import { backoff } from '../scheduling/backoff';
import { parseRedisAddress } from './redis-address';

/** A Sentinel that does not answer for this long is skipped, milliseconds. */
const SENTINEL_TIMEOUT_MS = 2_000;
/** Between two rounds of questions to all Sentinels. */
const SENTINEL_RETRY = { firstMs: 100, maxMs: 1_000, jitter: 0.5 };

/**
 * Opens a connection to the Redis at this address (`parseRedisAddress`) with the defaults of ioredis. Processes use `connectRedis`.
 *
 * @throws Error if the address is invalid
 */
export function openRedis(url: string, options: RedisOptions = {}): Redis {
  const { nodes, username, password, database, tls, sentinel } = parseRedisAddress(url);
  const secured = tls ? { tls } : {};
  const server: RedisOptions = { username, password, db: database, ...secured };
  if (!sentinel) return new Redis({ ...server, ...nodes[0], ...options });
  return new Redis({
    ...server,
    sentinels: nodes,
    name: sentinel.primary,
    sentinelUsername: sentinel.username,
    sentinelPassword: sentinel.password,
    ...(tls && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    connectTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: (attempt) => backoff(attempt - 1, SENTINEL_RETRY),
    ...options,
  });
}
