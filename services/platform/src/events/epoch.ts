import type { Redis } from 'ioredis';
import { uuidv7 } from 'uuidv7';

export const EPOCH_KEY = 'luit:epoch';

/** Marks the life of Redis: the key is gone when Redis was emptied, and a new one stands for a new life. */
export class Epoch {
  constructor(private readonly redis: Redis) {}

  async current(): Promise<string> {
    const found = await this.redis.get(EPOCH_KEY);
    if (found) return found;
    await this.redis.set(EPOCH_KEY, uuidv7(), 'NX');
    return (await this.redis.get(EPOCH_KEY)) ?? this.current();
  }
}
