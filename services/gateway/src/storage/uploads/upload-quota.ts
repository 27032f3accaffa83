import { LuitError } from '@luit/contracts/errors';
import { closeRedis, connectRedis } from '@luit/platform/redis/redis-connection';
import { addressPrefix, networkPrefix } from '@luit/platform/security/address-prefix';
import { recordSecurityEvent } from '@luit/platform/metrics/security-events';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG, type GatewayConfig } from '../../config';

const MB = 1024 * 1024;
/** Bytes of uploads that are unfinished, or finished and not used by a request yet. */
export const UPLOAD_QUOTAS = {
  account: 200 * MB,
  address: 400 * MB,
  network: 800 * MB,
  /** The share of all guests together, so that guests leave room for accounts. */
  guests: 2_000 * MB,
  installation: 5_000 * MB,
} as const;
type Scope = keyof typeof UPLOAD_QUOTAS;

/** When the worker's `UnusedUploadCleaner` has deleted the parts of an upload without progress, or an unused image. */
const KEPT_SECONDS = { unfinished: 90 * 60, unused: 27 * 3_600 };
type Stage = keyof typeof KEPT_SECONDS;

/**
 * Keys: for each subject, its entries by the time of their end and the sum of their bytes; then the entry. Arguments: the entry, its
 * member and bytes, seconds, and the limit of each subject. Entries that have ended are subtracted first. Returns the position of the first
 * subject without room, or 0, and the seconds until its next entry ends.
 */
const HOLD = `
local now = tonumber(redis.call('TIME')[1])
local bytes, seconds = tonumber(ARGV[3]), tonumber(ARGV[4])
for i = 5, #ARGV do
  local entries, sum = KEYS[2 * (i - 4) - 1], KEYS[2 * (i - 4)]
  for _, ended in ipairs(redis.call('ZRANGEBYSCORE', entries, '-inf', now, 'LIMIT', 0, 1000)) do
    redis.call('ZREM', entries, ended)
    redis.call('DECRBY', sum, string.match(ended, '%d+$'))
  end
  if tonumber(redis.call('GET', sum) or 0) + bytes > tonumber(ARGV[i]) then
    local first = redis.call('ZRANGE', entries, 0, 0, 'WITHSCORES')
    return {i - 4, math.max(1, (tonumber(first[2]) or now) - now)}
  end
end
for i = 1, #KEYS - 1, 2 do
  redis.call('ZADD', KEYS[i], now + seconds, ARGV[2])
  redis.call('INCRBY', KEYS[i + 1], bytes)
  redis.call('EXPIRE', KEYS[i], ${KEPT_SECONDS.unused})
  redis.call('EXPIRE', KEYS[i + 1], ${KEPT_SECONDS.unused})
end
redis.call('SET', KEYS[#KEYS], ARGV[1], 'EX', seconds)
return {0, 0}`;

/** Keys as above. Arguments: the member and its bytes. */
const RELEASE = `
for i = 1, #KEYS - 1, 2 do
  if redis.call('ZREM', KEYS[i], ARGV[1]) == 1 then redis.call('DECRBY', KEYS[i + 1], ARGV[2]) end
end
redis.call('DEL', KEYS[#KEYS])`;

/** Keys as above. Arguments: the member and seconds from now until its end. */
const EXTEND = `
local at = redis.call('TIME')[1] + ARGV[2]
for i = 1, #KEYS - 1, 2 do redis.call('ZADD', KEYS[i], 'XX', at, ARGV[1]) end
redis.call('EXPIRE', KEYS[#KEYS], ARGV[2])`;

/** The sender of a request. */
interface Sender {
  user?: { id: string };
  ip: string;
}

interface Entry {
  id: string;
  bytes: number;
  /** The keys of the quotas that count an upload, by scope: an account, an address, a network. */
  subjects: [Scope, string][];
}

/** Limits the disk space of unfinished and unused uploads per account, address, network and installation, for all gateways together. */
@Injectable()
export class UploadQuota implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(@Inject(CONFIG) { common }: GatewayConfig) {
    this.redis = connectRedis(common.redisUrl, `${common.instance}:upload-quota`);
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  /**
   * Counts an upload until it is released, or for as long as it is kept.
   *
   * @param id of a resumable upload, or the storage key of an image
   * @throws LuitError `too_many_requests` with the seconds until there is room; `storage_full` if the installation has none
   */
  async hold(sender: Sender, id: string, bytes: number, stage: Stage): Promise<void> {
    const entry = { id, bytes, subjects: subjectsOf(sender) };
    const limits = entry.subjects.map(([scope]) => UPLOAD_QUOTAS[scope]);
    const [position, seconds] = await this.add(entry, stage, limits);
    const [scope, subject] = entry.subjects[position - 1] ?? [];
    if (scope === undefined) return;
    recordSecurityEvent('rate_limited', { limit: `upload-bytes:${scope}`, subject });
    throw scope === 'guests' || scope === 'installation' ? installationFull() : quotaReached(seconds);
  }

  /** Counts an upload that has progressed for as long again. */
  async extend(id: string): Promise<void> {
    const entry = await this.find(id);
    if (entry) await this.redis.eval(EXTEND, ...keysOf(entry), memberOf(entry), KEPT_SECONDS.unfinished);
  }

  /** Counts the image of a finished upload instead of its parts, in the same quotas. */
  async finish(id: string, imageKey: string, bytes: number): Promise<void> {
    const entry = await this.find(id);
    if (!entry) return;
    await this.release(id);
    await this.add({ ...entry, id: imageKey, bytes }, 'unused', []);
  }

  /** Stops counting an upload that was used or deleted. Idempotent. */
  async release(id: string): Promise<void> {
    const entry = await this.find(id);
    if (entry) await this.redis.eval(RELEASE, ...keysOf(entry), memberOf(entry), entry.bytes);
  }

  /** Without limits, nothing is checked. */
  private async add(entry: Entry, stage: Stage, limits: number[]): Promise<[position: number, seconds: number]> {
    const counted = [memberOf(entry), entry.bytes, KEPT_SECONDS[stage]];
    const result = await this.redis.eval(HOLD, ...keysOf(entry), JSON.stringify(entry), ...counted, ...limits);
    return result as [number, number];
  }

  private async find(id: string): Promise<Entry | null> {
    const stored = await this.redis.get(keyOf('entry', id));
    return stored === null ? null : (JSON.parse(stored) as Entry);
  }
}

/** The uploader: an account, or the address of a guest. */
export function uploaderOf({ user, ip }: Sender): string {
  return user?.id ?? addressPrefix(ip);
}

function subjectsOf({ user, ip }: Sender): Entry['subjects'] {
  return [
    user ? ['account', user.id] : ['guests', 'all'],
    ['address', addressPrefix(ip)],
    ['network', networkPrefix(ip)],
    ['installation', 'all'],
  ];
}

function memberOf({ id, bytes }: Entry): string {
  return `${id} ${bytes}`;
}

/** In one slot of a Redis cluster. */
function keyOf(kind: string, name: string): string {
  return `luit:upload:{quota}:${kind}:${name}`;
}

function keysOf({ id, subjects }: Entry): [count: number, ...keys: string[]] {
  const ofSubjects = subjects.flatMap(([scope, name]) => [
    keyOf(`${scope}:entries`, name),
    keyOf(`${scope}:sum`, name),
  ]);
  return [ofSubjects.length + 1, ...ofSubjects, keyOf('entry', id)];
}

function quotaReached(seconds: number): LuitError {
  const text =
    'You have uploaded many images that you haven’t used yet. Use one of them for a video or photo, or try again later.';
  return new LuitError('too_many_requests', text, { retryAfterSeconds: seconds });
}

function installationFull(): LuitError {
  const text = 'There’s no room for more uploads right now. Please try again in a few minutes.';
  return new LuitError('storage_full', text);
}
