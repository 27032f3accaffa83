import { HANDED_POLLS, handedPoll, type Poll } from '@luit/contracts/generation/tracking';
import { ListReader } from '@luit/platform/calls/list-reader';
import { stopLists } from '@luit/platform/calls/wire';
import { REDIS } from '@luit/platform/platform.module';
import { parseRedisMessage } from '@luit/platform/redis/redis-messages';
import { RedisClock } from '@luit/platform/redis/redis-clock';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type WorkerConfig } from '../config';

/** Receives the polls that generation has claimed for a worker, each once, on a connection of its own. */
@Injectable()
export class HandedPollsReader {
  private readonly redis: Redis;
  private reader?: ListReader;

  constructor(
    @Inject(CONFIG) { common }: Pick<WorkerConfig, 'common'>,
    @Inject(REDIS) private readonly control: Redis,
    private readonly clock: RedisClock,
  ) {
    this.redis = connectRedis(common.redisUrl, `${common.instance}:handed-polls`);
  }

  /**
   * @param capacity resolves to the number of polls that can be made now, once there is one
   * @param onPoll `ageMs` milliseconds after its claim
   */
  start(capacity: () => Promise<number>, onPoll: (poll: Poll, ageMs: number) => void): void {
    const receive = (raw: string) => {
      const handed = parseRedisMessage(handedPoll, raw, HANDED_POLLS);
      if (handed) onPoll(handed.poll, Math.max(0, this.clock.now() - handed.claimedAt));
    };
    this.reader = new ListReader(this.redis, this.control, [HANDED_POLLS], stopLists('worker'), capacity, receive);
    this.reader.start();
  }

  async stop(): Promise<void> {
    await this.reader?.stop();
    await closeRedis(this.redis);
  }
}
