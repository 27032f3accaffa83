import { Logger } from '@nestjs/common';
import { Redis, type RedisOptions } from 'ioredis';
import { performance } from 'node:perf_hooks';
import { backoff } from '../scheduling/backoff';
import { redisConnection } from '../security/certificate-authorities';

const log = new Logger('redis');

/** Longer than any blocking read waits for an answer, so that a silent socket is a lost one. */
const SILENCE_MS = 15_000;
const KEEP_ALIVE_MS = 5_000;
const RECONNECT = { firstMs: 50, maxMs: 1_000, jitter: 0.5 };

/**
 * A connection that waits for Redis instead of failing, and comes back by itself after a restart.
 * Whoever must answer within a deadline sets a deadline of their own.
 */
export function connectRedis(url: string, name: string, options: RedisOptions = {}): Redis {
  const { url: address, tls } = redisConnection(url);
  const redis = clearTimerOnClose(
    new Redis(address, {
      ...tls,
      connectionName: name,
      maxRetriesPerRequest: null,
      // A library's version is nothing that Redis needs, and older servers do not know the command.
      disableClientInfo: true,
      retryStrategy: (attempt) => backoff(attempt - 1, RECONNECT),
      // A host that is lost without a FIN closes nothing: whoever waits for its answer has to notice.
      keepAlive: KEEP_ALIVE_MS,
      socketTimeout: SILENCE_MS,
      ...options,
    }),
  );
  let isDown = false;
  redis.on('error', (error: Error) => {
    if (!isDown) log.warn({ msg: 'Redis cannot be reached', connection: name, reason: error.message });
    isDown = true;
  });
  redis.on('ready', () => {
    if (isDown) log.log({ msg: 'Redis is back', connection: name });
    isDown = false;
  });
  return redis;
}

/**
 * ioredis leaves the timer of a closed socket running: it would end the socket that took its place, or keep a process that
 * has nothing else to do. BullMQ reads from duplicates, which are to forget it too.
 */
function clearTimerOnClose(redis: Redis): Redis {
  const inner = redis as unknown as { socketTimeoutTimer?: NodeJS.Timeout };
  redis.on('close', () => {
    clearTimeout(inner.socketTimeoutTimer);
    inner.socketTimeoutTimer = undefined;
  });
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (override) => clearTimerOnClose(duplicate(override));
  return redis;
}

/** `quit` never returns while Redis is gone, so it is raced. */
export async function closeRedis(redis: Redis): Promise<void> {
  if (redis.status === 'ready') {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, 500)));
    await Promise.race([redis.quit().catch(() => undefined), timeout]);
    clearTimeout(timer);
  }
  redis.disconnect();
}

const SAMPLE_INTERVAL_MS = 5_000;

/**
 * Redis' time, sampled, so that deadlines mean the same on machines whose clocks differ.
 * Between samples it runs on this process' monotonic clock.
 */
export class RedisClock {
  private offsetMs = Date.now() - performance.now();
  private timer?: NodeJS.Timeout;

  constructor(private readonly redis: Redis) {}

  async start(): Promise<void> {
    await this.sample();
    this.timer = setInterval(() => {
      if (this.redis.status === 'ready') {
        this.sample().catch((error: Error) => log.warn({ msg: 'No time sample from Redis', reason: error.message }));
      }
    }, SAMPLE_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds since the epoch, as Redis counts them. */
  now(): number {
    return performance.now() + this.offsetMs;
  }

  private async sample(): Promise<void> {
    const before = performance.now();
    const [seconds, microseconds] = await this.redis.time();
    const middle = (before + performance.now()) / 2;
    this.offsetMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - middle;
  }
}
