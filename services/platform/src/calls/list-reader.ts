import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

const BLOCK_SECONDS = 2;
const PAUSE_AFTER_ERROR_MS = 200;

/**
 * Takes messages from one Redis list in batches, on a connection of its own, until it is stopped.
 * Stopping unblocks the waiting read on the server, so that nothing is taken that nobody handles.
 */
export class ListReader {
  private readonly log = new Logger(ListReader.name);
  private isStopping = false;
  private loop?: Promise<void>;

  /**
   * @param capacity how many messages may be taken now; when it resolves to 0 the reader asks again
   */
  constructor(
    private readonly redis: Redis,
    private readonly control: Redis,
    private readonly list: string,
    private readonly capacity: () => Promise<number>,
    private readonly onMessage: (raw: string) => void,
  ) {}

  start(): void {
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.redis.status === 'ready' && this.control.status === 'ready') {
      const name = this.redis.options.connectionName;
      const clients = String(await this.control.client('LIST'));
      const own = clients.split('\n').find((line) => line.includes(` name=${name} `));
      const id = own?.match(/^id=(\d+)/)?.[1];
      if (id) await this.control.client('UNBLOCK', Number(id));
      await this.loop;
    }
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      const count = await this.capacity();
      if (count === 0) continue;
      try {
        const taken = await this.redis.blmpop(BLOCK_SECONDS, 1, this.list, 'LEFT', 'COUNT', count);
        for (const raw of taken?.[1] ?? []) this.onMessage(raw);
      } catch (error) {
        if (this.isStopping) return;
        this.log.warn({ msg: 'A read was interrupted', list: this.list, reason: (error as Error).message });
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
      }
    }
  }
}
