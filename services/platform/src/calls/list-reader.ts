import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';

const BLOCK_SECONDS = 2;
const PAUSE_AFTER_ERROR_MS = 200;
/** A read that had ended already leaves its stop message behind; it goes by itself. */
const STOP_TTL_MS = 10_000;

/**
 * Takes messages from Redis lists in batches, on a connection of its own, until it is stopped. Each read begins with another
 * list, so that a full one does not starve the others. Stopping ends the waiting read by a message in a list of its own, so
 * that nothing is taken that nobody handles.
 */
export class ListReader {
  private readonly log = new Logger(ListReader.name);
  private isStopping = false;
  private loop?: Promise<void>;
  private readonly stopList: string;

  /**
   * @param stopLists prefix of the list that ends a waiting read
   * @param capacity how many messages may be taken now; when it resolves to 0 the reader asks again
   */
  constructor(
    private readonly redis: Redis,
    private readonly control: Redis,
    private readonly lists: string[],
    stopLists: string,
    private readonly capacity: () => Promise<number>,
    private readonly onMessage: (raw: string, list: string) => void,
  ) {
    this.stopList = `${stopLists}${randomUUID()}`;
  }

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.redis.status === 'ready' && this.control.status === 'ready') {
      await this.control.rpush(this.stopList, '');
      await this.control.pexpire(this.stopList, STOP_TTL_MS);
      await this.loop;
    }
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const count = await this.capacity();
      if (count === 0) continue;
      try {
        const keys = [this.stopList, ...this.lists];
        const taken = await this.redis.blmpop(BLOCK_SECONDS, keys.length, ...keys, 'LEFT', 'COUNT', count);
        if (!taken || taken[0] === this.stopList) continue;
        for (const raw of taken[1]) this.onMessage(raw, taken[0]);
        this.lists.push(...this.lists.splice(0, 1));
      } catch (error) {
        if (this.isStopping) return;
        this.log.warn({ msg: 'A read was interrupted', lists: this.lists, reason: (error as Error).message });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
      }
    }
  }
}
