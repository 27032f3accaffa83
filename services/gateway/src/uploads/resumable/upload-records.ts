import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GatewayConfig } from '../../config';

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

/** The worker's `UnusedUploadCleaner` deletes the parts an hour later. */
const RETENTION_SECONDS = 24 * 3_600;

/** Adds a part if the file still ends where the part begins, so that of several concurrent parts only one counts. */
const APPEND = `
if redis.call('HGET', KEYS[1], 'offset') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'offset', ARGV[2])
redis.call('HSET', KEYS[1], 'parts', redis.call('HGET', KEYS[1], 'parts') .. ARGV[3] .. ' ')
return 1`;

/** Stores the image key unless another one is stored or the upload is gone, and returns the stored one. */
const FINISH = `
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
redis.call('HSETNX', KEYS[1], 'imageKey', ARGV[1])
return redis.call('HGET', KEYS[1], 'imageKey')`;

/** The state of resumable uploads in Redis, which all gateways share. It expires a day after the upload was created. */
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
    await this.redis.multi().hset(keyOf(id), fields).expire(keyOf(id), RETENTION_SECONDS).exec();
  }

  async get(id: string): Promise<UploadRecord | null> {
    const { ownerId, size, offset, parts = '', imageKey = null } = await this.redis.hgetall(keyOf(id));
    if (size === undefined) return null;
    const stored = parts.split(' ').filter(Boolean);
    return { id, ownerId: ownerId || null, size: Number(size), offset: Number(offset), parts: stored, imageKey };
  }

  /** @returns whether the part counts; it does not if the upload is gone or another part arrived first */
  async append(id: string, offset: number, bytes: number, partKey: string): Promise<boolean> {
    return (await this.redis.eval(APPEND, 1, keyOf(id), offset, offset + bytes, partKey)) === 1;
  }

  /** @returns the key of the image that finished first; null if the upload is gone */
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
