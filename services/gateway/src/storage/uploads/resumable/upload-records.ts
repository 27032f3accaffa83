import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GatewayConfig } from '../../../config';

/** A resumable upload. Its parts are in the shared storage. */
export interface UploadRecord {
  id: string;
  /** Null for a guest, whose random upload id is the secret. */
  ownerId: string | null;
  /** Announced size of the file, bytes. */
  size: number;
  /** Bytes received, which is where the next part begins. */
  offset: number;
  /** Storage keys, in the order of the file. */
  parts: string[];
  /** The key of the finished image. */
  imageKey: string | null;
}

/** After each part. The worker's `UnusedUploadCleaner` then deletes the parts. */
const IDLE_SECONDS = 3_600;
/** How long the image of a finished upload can be ordered. */
const FINISHED_SECONDS = 24 * 3_600;

/** Adds a part if the file still ends at the start of the part, so that only one of several concurrent parts counts. */
const APPEND = `
if redis.call('HGET', KEYS[1], 'offset') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'offset', ARGV[2])
redis.call('HSET', KEYS[1], 'parts', redis.call('HGET', KEYS[1], 'parts') .. ARGV[3] .. ' ')
redis.call('EXPIRE', KEYS[1], ${IDLE_SECONDS})
return 1`;

/** Stores the image key unless another one is stored or the upload no longer exists, and returns the stored key. */
const FINISH = `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSETNX', KEYS[1], 'imageKey', ARGV[1])
redis.call('EXPIRE', KEYS[1], ${FINISHED_SECONDS})
return redis.call('HGET', KEYS[1], 'imageKey')`;

/** The state of resumable uploads in Redis, which all gateways share. It expires an hour after its last part, and a day after it was finished. */
@Injectable()
export class UploadRecords implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(@Inject(CONFIG) { common }: GatewayConfig) {
    this.redis = connectRedis(common.redisUrl, `${common.instance}:uploads`);
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  async create(id: string, ownerId: string | null, size: number): Promise<void> {
    const fields = { ownerId: ownerId ?? '', size, offset: 0, parts: '' };
    await this.redis.multi().hset(keyOf(id), fields).expire(keyOf(id), IDLE_SECONDS).exec();
  }

  async get(id: string): Promise<UploadRecord | null> {
    const { ownerId, size, offset, parts = '', imageKey = null } = await this.redis.hgetall(keyOf(id));
    if (size === undefined) return null;
    const stored = parts.split(' ').filter(Boolean);
    return { id, ownerId: ownerId || null, size: Number(size), offset: Number(offset), parts: stored, imageKey };
  }

  /** @returns true if the part counts; false if the upload no longer exists or another part arrived first */
  async append(id: string, offset: number, bytes: number, partKey: string): Promise<boolean> {
    return (await this.redis.eval(APPEND, 1, keyOf(id), offset, offset + bytes, partKey)) === 1;
  }

  /** @returns the key of the image that finished first; null if the upload no longer exists */
  async finish(id: string, imageKey: string): Promise<string | null> {
    return (await this.redis.eval(FINISH, 1, keyOf(id), imageKey)) as string | null;
  }

  async remove(id: string): Promise<void> {
    await this.redis.del(keyOf(id));
  }
}

function keyOf(id: string): string {
  return `luit:upload:{${id}}`;
}
