import { Logger } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { backoff } from '../scheduling/backoff';
import { Demotions } from './demotions';
import { asCluster, openRedis, openSubscriberRedis } from './open-redis';

const log = new Logger('redis');

/** Longer than any blocking read, so a socket that is silent for this long is dead. */
const SOCKET_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 5_000;
const RECONNECT = { firstMs: 50, maxMs: 1_000, jitter: 0.5 };

/**
 * Opens a connection that waits for Redis instead of failing, and reconnects automatically. Commands have no timeout, so
 * a caller with a deadline must set its own. If the server becomes a replica, the connection is opened again, and the commands that
 * it refused are sent again.
 *
 * @param name the connection's name in `CLIENT LIST`
 */
export function connectRedis(url: string, name: string, options: RedisOptions = {}): Redis {
  return connect(openRedis, url, name, options);
}

/** Like `connectRedis`, for subscriptions: in a cluster, it leads to one node. */
export function connectSubscriber(url: string, name: string): Redis {
  return connect(openSubscriberRedis, url, name, {});
}

function connect(open: typeof openRedis, url: string, name: string, options: RedisOptions): Redis {
  const demotions = Demotions.at(url);
  const redis = prepare(
    open(url, {
      connectionName: name,
      maxRetriesPerRequest: null,
      // Older servers do not know the command that sends the library's name, and our ACL forbids it.
      disableClientInfo: true,
      retryStrategy: (attempt) => backoff(Math.max(attempt - 1, demotions.refusals), RECONNECT),
      reconnectOnError: demotions.reconnectOnError,
      // A host that disappears without a FIN does not close its sockets, so the client must detect the loss.
      keepAlive: KEEP_ALIVE_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      ...options,
    }),
    demotions,
  );
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) log.warn({ msg: 'Redis connection failed', connection: name, reason: error.message });
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.log({ msg: 'Redis connection restored', connection: name });
    isDown = false;
  });
  return redis;
}

/** Duplicates are prepared as well, because BullMQ uses them for its blocking reads. */
function prepare(redis: Redis, demotions: Demotions): Redis {
  const cluster = asCluster(redis);
  if (cluster) {
    // A node that is demoted names the new primary itself.
    cluster.on('+node', (node: Redis) => prepareNode(node));
    const duplicate = cluster.duplicate.bind(cluster);
    cluster.duplicate = (...override) =>
      asCluster(prepare(duplicate(...override) as unknown as Redis, demotions)) ?? cluster;
    return redis;
  }
  clearTimerOnClose(redis);
  demotions.add(redis);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => prepare(duplicate(override), demotions);
  return redis;
}

/** ioredis duplicates the connection to a node to ask for the slots. */
function prepareNode(node: Redis): Redis {
  clearTimerOnClose(node);
  const duplicate = node.duplicate.bind(node);
  node.duplicate = (override) => prepareNode(duplicate(override));
  return node;
}

/** ioredis does not clear the timeout of a closed socket. That timer would close the next socket, or keep the process alive. */
function clearTimerOnClose(redis: Redis): void {
  const inner = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout };
  redis.on('close', () => {
    clearTimeout(inner.socketTimeoutTimer);
    inner.socketTimeoutTimer = undefined;
  });
}

/** Sends QUIT and waits up to 500 ms for it, because ioredis never settles `quit` while Redis is down. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, 500)));
    await Promise.race([redis.quit().catch(() => undefined), timeout]);
    clearTimeout(timer);
  }
  redis.disconnect();
}
