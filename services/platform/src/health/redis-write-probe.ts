import type { Service } from '@luit/contracts/messages/message';
import type { Redis } from 'ioredis';
import { refusedWrite } from '../errors/refused-writes';

/** The key that a service writes to find out whether Redis accepts writes. */
export const writeProbeKey = (service: Service): string => `luit:write-probe:${service}`;

/** A write that succeeded this recently is not repeated, milliseconds. */
const VALID_MS = 5_000;
const KEY_TTL_MS = 60_000;

/** Finds out whether the Redis that this process is connected to accepts writes: a replica answers PING as well as a primary does. */
export class RedisWriteProbe {
  private succeededAt = Number.NEGATIVE_INFINITY;
  private pending?: Promise<void>;

  /** @param toleratesFull whether the process is ready while Redis is full */
  constructor(
    private readonly redis: Redis,
    private readonly service: Service,
    private readonly toleratesFull: boolean,
  ) {}

  /** Does not settle while Redis is unreachable or a replica. @throws Error if Redis rejects the write */
  async check(): Promise<void> {
    try {
      // A server that cannot save its data refuses PING as well.
      await this.redis.ping();
      if (performance.now() - this.succeededAt < VALID_MS) return;
      this.pending ??= this.write().finally(() => (this.pending = undefined));
      await this.pending;
    } catch (error) {
      if (!this.toleratesFull || refusedWrite(error)?.reason !== 'full') throw error;
    }
  }

  private async write(): Promise<void> {
    await this.redis.set(writeProbeKey(this.service), '', 'PX', KEY_TTL_MS);
    this.succeededAt = performance.now();
  }
}
