import type { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';

export const REDIS_GENERATION_KEY = 'luit:redis-generation';

/** Identifies the current Redis generation. After a flush the key is missing, and the next reader stores a new id. */
export class RedisGeneration {
  constructor(private readonly redis: Redis) {}

  async current(): Promise<string> {
    const found = await this.redis.get(REDIS_GENERATION_KEY);
    if (found) return found;
    await this.redis.set(REDIS_GENERATION_KEY, uuidv7(), 'NX');
    return (await this.redis.get(REDIS_GENERATION_KEY)) ?? this.current();
  }
}
