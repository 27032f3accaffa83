import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { performance } from 'node:perf_hooks';

const SAMPLE_INTERVAL_MS = 10_000;
/** A sample may be wrong by half of the time that it took. */
const MAX_SAMPLE_MS = 1_000;

const log = new Logger('Redis');

/**
 * The clock of Redis, so that deadlines agree between machines whose clocks differ. It samples Redis every 10 seconds and
 * uses the process's monotonic clock between samples.
 */
export class RedisClock {
  private offsetMs: number;
  private hasSampled = false;
  private timer?: NodeJS.Timeout;

  /** @param monotonicMs the process's monotonic clock, milliseconds */
  constructor(
    private readonly redis: Pick<Redis, 'time' | 'status'>,
    private readonly monotonicMs = () => performance.now(),
  ) {
    this.offsetMs = Date.now() - monotonicMs();
  }

  async start(): Promise<void> {
    await this.sample();
    this.timer = setInterval(() => {
      if (this.redis.status === 'ready') {
        this.sample().catch((error: Error) => log.warn({ msg: 'Redis clock sample failed', reason: error.message }));
      }
    }, SAMPLE_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds since the Unix epoch on the clock of Redis. */
  now(): number {
    return this.monotonicMs() + this.offsetMs;
  }

  /**
   * Reads the Redis clock. If the process or the connection was frozen in the meantime, the earlier sample is better.
   */
  async sample(): Promise<void> {
    const before = this.monotonicMs();
    const [seconds, microseconds] = await this.redis.time();
    const after = this.monotonicMs();
    if (this.hasSampled && after - before > MAX_SAMPLE_MS) return;
    this.hasSampled = true;
    this.offsetMs = Number(seconds) * 1_000 + Number(microseconds) / 1_000 - (before + after) / 2;
  }
}
