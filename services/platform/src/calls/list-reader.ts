import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';

const BLOCK_SECONDS = 10;
const RETRY_DELAY_MS = 200;
/** Time to live of a stop message that no read consumed. */
const STOP_TTL_MS = 10_000;

/**
 * Reads messages from Redis lists in batches on a dedicated connection until it is stopped. The lists rotate after each
 * read, so a long list does not starve the others. `stop` ends a blocking read by a message in a separate list instead of
 * closing the connection, so no message is lost.
 */
export class ListReader {
  private readonly log = new Logger(ListReader.name);
  private isStopping = false;
  private loop?: Promise<void>;
  private readonly stopList: string;

  /**
   * @param control connection that does not block, for the stop message
   * @param stopLists prefix of the key of the stop list
   * @param capacity resolves to the number of messages that can be read now; 0 makes the reader ask again
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
        this.log.warn({
          msg: 'Read of Redis lists failed; retrying',
          lists: this.lists,
          reason: (error as Error).message,
        });
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
      }
    }
  }
}
