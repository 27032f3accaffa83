import type { Redis } from 'ioredis';
import { once } from 'node:events';
import { closeRedis, connectRedis } from './redis-connection';
import { eventually } from '../testing/eventually';
import { startTestRedis, type TestRedis } from '../testing/redis';
import { startStallingProxy, type StallingProxy } from '../testing/stalling-proxy';

/** Long enough for Redis to respond on a busy machine. */
const SOCKET_TIMEOUT_MS = 2_000;
/** Delay before the first attempt to reconnect. */
const RECONNECT_MS = 50;

describe('a Redis host that disappears without closing its sockets', () => {
  let redis: TestRedis;
  let proxy: StallingProxy;
  let connection: Redis;

  beforeAll(async () => {
    redis = await startTestRedis();
    proxy = await startStallingProxy({ host: '127.0.0.1', port: Number(new URL(redis.url).port) });
    const throughProxy = redis.url.replace(/:\d+$/, `:${proxy.port}`);
    connection = connectRedis(throughProxy, 'test', { socketTimeout: SOCKET_TIMEOUT_MS });
    await connection.ping();
  });

  afterEach(() => jest.useRealTimers());

  afterAll(async () => {
    await closeRedis(connection);
    await proxy.close();
    await redis.stop();
  });

  it('a blocking read detects the loss and continues on a new connection', async () => {
    const lost = jest.fn();
    connection.once('close', lost);
    const read = connection.blpop('list', 0);
    proxy.stall();
    await eventually(() => expect(lost).toHaveBeenCalled());
    const other = connectRedis(redis.url, 'other');
    await eventually(async () => expect(await other.client('LIST')).toContain('cmd=blpop'));
    await other.rpush('list', 'work');
    await closeRedis(other);
    await expect(read).resolves.toEqual(['list', 'work']);
  });

  it('the timer of a closed socket does not close the next one', async () => {
    const other = connectRedis(redis.url, 'other');
    await other.ping();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask'] });
    const read = connection.blpop('list', 0);
    while (!String(await other.client('LIST')).includes('cmd=blpop'));
    const reconnecting = once(connection, 'reconnecting');
    await other.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await reconnecting;
    const ready = once(connection, 'ready');
    jest.advanceTimersByTime(RECONNECT_MS);
    await ready;
    const lost = jest.fn();
    connection.once('close', lost);
    jest.advanceTimersByTime(SOCKET_TIMEOUT_MS - RECONNECT_MS);
    await other.rpush('list', 'work');
    await expect(read).resolves.toEqual(['list', 'work']);
    expect(lost).not.toHaveBeenCalled();
    await closeRedis(other);
  });
});

describe('a closed connection', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

  it('leaves no timer running, and neither does a duplicate, which BullMQ uses', async () => {
    const redis = await startTestRedis();
    const watching = connectRedis(redis.url, 'watching');
    await watching.ping();
    const before = timers();
    const original = connectRedis(redis.url, 'original');
    const connections = [original, original.duplicate()];
    const reads = connections.map((connection) => connection.blpop('list', 0).catch((error: Error) => error.message));
    await eventually(async () =>
      expect(String(await watching.client('LIST')).match(/cmd=blpop/g)).toHaveLength(connections.length),
    );
    const ended = connections.map((connection) => once(connection, 'end'));
    for (const connection of connections) connection.disconnect();
    await Promise.all(ended);
    expect(await Promise.all(reads)).toEqual(['Connection is closed.', 'Connection is closed.']);
    expect(timers()).toBeLessThanOrEqual(before);
    await closeRedis(watching);
    await redis.stop();
  });
});
