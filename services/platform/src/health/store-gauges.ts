import type { Redis } from 'ioredis';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { primariesOf } from '../redis/open-redis';
import type { HealthServer } from './health-server';
import { metrics } from '../metrics/metrics';

const redisMemory = new Gauge({
  name: 'luit_redis_memory_bytes',
  help: 'Memory that Redis uses for data',
  registers: [metrics],
});

const redisMemoryLimit = new Gauge({
  name: 'luit_redis_memory_limit_bytes',
  help: 'maxmemory of Redis, above which it rejects writes; without one, the memory of its machine',
  registers: [metrics],
});

const postgresConnections = new Gauge({
  name: 'luit_postgres_connections',
  help: 'Open connections to Postgres, of all clients',
  registers: [metrics],
});

const postgresMaxConnections = new Gauge({
  name: 'luit_postgres_max_connections',
  help: 'max_connections of Postgres',
  registers: [metrics],
});

/** Measures how full the stores are. Every process reports the same values, so alerts take the maximum. */
export function measureStores(health: HealthServer, redis: Redis, source?: DataSource): void {
  health.measureAtScrape('redis-memory', () => measureRedis(redis));
  if (source) health.measureAtScrape('postgres-connections', () => measurePostgres(source));
}

async function measureRedis(redis: Redis): Promise<void> {
  const infos = await Promise.all(primariesOf(redis).map((server) => server.info('memory')));
  const measured = infos.map((info) => {
    const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1]);
    return { used: read('used_memory'), limit: read('maxmemory') || read('total_system_memory') };
  });
  // The fullest server is the first that rejects writes.
  const [fullest] = measured.sort((a, b) => b.used / b.limit - a.used / a.limit);
  if (!fullest) return;
  redisMemory.set(fullest.used);
  redisMemoryLimit.set(fullest.limit);
}

async function measurePostgres(source: DataSource): Promise<void> {
  const [row] = await source.query<{ open: number; max: number }[]>(
    // pg_stat_activity hides from a service what kind of connection others have.
    `SELECT sum(numbackends)::int AS open, current_setting('max_connections')::int AS max FROM pg_stat_database`,
  );
  if (!row) return;
  postgresConnections.set(row.open);
  postgresMaxConnections.set(row.max);
}
