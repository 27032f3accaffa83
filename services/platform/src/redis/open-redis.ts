import { AbstractConnector, Cluster, Redis, type RedisOptions } from 'ioredis';
import { createConnection, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { backoff } from '../scheduling/backoff';
import { parseRedisAddress, type RedisAddress } from '../addresses/redis-address';

/** A Sentinel that does not answer for this long is skipped, milliseconds. */
const SENTINEL_TIMEOUT_MS = 2_000;
/** Milliseconds to wait for a socket that does not close, as in ioredis. */
const DISCONNECT_TIMEOUT_MS = 2_000;
/** A command to a cluster is sent again until it is executed, as `maxRetriesPerRequest: null` does for one server. */
const CLUSTER_RETRIES = 1_000_000;
const CLUSTER_RETRY_DELAY_MS = 100;
/** A node says itself when it has lost a slot, so this only finds new replicas. Milliseconds. */
const SLOTS_REFRESH_MS = 30_000;

/** Between two rounds of questions to all Sentinels. */
const SENTINEL_RETRY = { firstMs: 100, maxMs: 1_000, jitter: 0.5 };

/**
 * Opens a connection to the Redis at this address (`parseRedisAddress`) with the defaults of ioredis. Processes use `connectRedis`.
 *
 * @throws Error if the address is invalid
 */
export function openRedis(url: string, options: RedisOptions = {}): Redis {
  const address = parseRedisAddress(url);
  const { nodes, username, password, database, tls, sentinel } = address;
  const secured = tls ? { tls } : {};
  const server: RedisOptions = { username, password, db: database, ...secured };
  if (address.kind === 'cluster') return openCluster(address, server, options);
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

/**
 * Opens a connection for subscriptions, which every node of a cluster serves. After a loss it tries the next node of the address.
 *
 * @throws Error if the address is invalid
 */
export function openSubscriberRedis(url: string, options: RedisOptions = {}): Redis {
  const { kind, nodes, username, password, tls } = parseRedisAddress(url);
  if (kind !== 'cluster') return openRedis(url, options);
  let attempts = 0;
  class NextNode extends AbstractConnector {
    constructor() {
      super(DISCONNECT_TIMEOUT_MS);
    }

    connect(): Promise<Socket> {
      this.connecting = true;
      const node = nodes[attempts++ % nodes.length];
      const stream = tls ? connectTls({ ...node, ...tls }) : createConnection({ host: '', port: 0, ...node });
      stream.once('error', (error) => (this.firstError = error));
      this.stream = stream;
      return Promise.resolve(stream);
    }
  }
  return new Redis({ username, password, ...(tls ? { tls } : {}), ...options, Connector: NextNode });
}

/** A cluster has the commands of `Redis`. Its other methods are used only in this folder. */
function openCluster({ nodes }: RedisAddress, server: RedisOptions, options: RedisOptions): Redis {
  const { enableOfflineQueue, enableAutoPipelining, lazyConnect, scripts, retryStrategy, ...ofNodes } = options;
  const cluster = new Cluster(nodes, {
    enableOfflineQueue,
    enableAutoPipelining,
    lazyConnect,
    scripts,
    clusterRetryStrategy: retryStrategy,
    maxRedirections: CLUSTER_RETRIES,
    retryDelayOnFailover: CLUSTER_RETRY_DELAY_MS,
    retryDelayOnClusterDown: CLUSTER_RETRY_DELAY_MS,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    // Certificates name hosts.
    dnsLookup: (host, callback) => callback(null, host),
    redisOptions: { ...server, ...ofNodes },
  });
  return cluster as unknown as Redis;
}

/** The servers that store data: the primaries of a cluster, once it is connected, or the one server. */
export function primariesOf(redis: Redis): Redis[] {
  return asCluster(redis)?.nodes('master') ?? [redis];
}

/**
 * Returns every server with the data, once it is connected: the nodes of a cluster, or the primary and replicas that the Sentinels monitor.
 * For any other address, that is only the primary. The caller disconnects them.
 */
export async function serversOf(redis: Redis): Promise<Redis[]> {
  const cluster = asCluster(redis);
  if (cluster) return cluster.nodes('all');
  if (!redis.options.sentinels) return [redis];
  const replicas = [...(await redis.info('replication')).matchAll(/^slave\d+:ip=(.+?),port=(\d+)/gm)];
  return [
    redis,
    ...replicas.map(([, host, port]) =>
      redis.duplicate({ sentinels: undefined, host, port: Number(port), lazyConnect: true }),
    ),
  ];
}

/** The cluster behind a connection of `openRedis`; undefined if it is one server. */
export function asCluster(redis: unknown): Cluster | undefined {
  return redis instanceof Cluster ? redis : undefined;
}
