import type { Redis } from 'ioredis';

/**
 * A bucket of `size` tokens that refills evenly over `windowMs` milliseconds. An unknown bucket is full. Redis keeps what was taken and not what is
 * left, so that after the size was lowered and raised again, everybody has as much as before.
 */
export interface TokenBucket {
  key: string;
  size: number;
  windowMs: number;
}

/** Buckets that are charged instead of the regular ones while a marker key exists. */
export interface Substitute<Bucket> {
  marker: string;
  buckets: Bucket[];
}

export interface Refusal<Bucket> {
  /** The first empty bucket. */
  bucket: Bucket;
  /** Milliseconds until it has a token. */
  waitMs: number;
}

const READ_USED = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function usedOf(key, size, window)
  local stored = redis.call('HMGET', key, 'used', 'at')
  if not stored[1] then return 0 end
  return math.max(0, tonumber(stored[1]) - (now - tonumber(stored[2])) * size / window)
end
-- A bucket that nobody charges is full after its window, however much was taken of a larger one.
local function waitOf(used, size, window)
  return math.min(window, math.max(0, math.ceil((used + 1 - size) * window / size)))
end`;

/**
 * Keys: the regular buckets, then optionally their substitutes and the marker. Arguments: the number of regular buckets, then
 * size and window of each bucket. Returns the first empty bucket and its wait; if it charged them, 0 and the whole tokens that
 * are left in the first one.
 */
const CHARGE = `${READ_USED}
local first, last = 1, tonumber(ARGV[1])
if #KEYS > last and redis.call('EXISTS', KEYS[#KEYS]) == 1 then first, last = last + 1, #KEYS - 1 end
local used = {}
for i = first, last do
  local size, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  used[i] = usedOf(KEYS[i], size, window)
  if used[i] + 1 > size then return {i, waitOf(used[i], size, window)} end
end
for i = first, last do
  redis.call('HSET', KEYS[i], 'used', tostring(used[i] + 1), 'at', now)
  redis.call('PEXPIRE', KEYS[i], math.ceil(tonumber(ARGV[2 * i + 1])))
end
return {0, math.floor(tonumber(ARGV[2 * first]) - used[first] - 1)}`;

/** Arguments: size, window and the number of tokens wanted. Returns the number taken, and the wait for a further one. */
const TAKE = `${READ_USED}
local size, window, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = usedOf(KEYS[1], size, window)
local taken = math.max(0, math.min(wanted, math.floor(size - used)))
redis.call('HSET', KEYS[1], 'used', tostring(used + taken), 'at', now)
redis.call('PEXPIRE', KEYS[1], math.ceil(window))
return {taken, waitOf(used + taken, size, window)}`;

interface ScriptedRedis {
  chargeTokenBuckets(...keysAndArguments: (string | number)[]): Promise<[position: number, waitMsOrLeft: number]>;
  takeTokens(key: string, size: number, windowMs: number, count: number): Promise<[taken: number, waitMs: number]>;
}

/** Token buckets in Redis, shared by all replicas. They run on Redis' clock. */
export class RedisTokenBuckets {
  private readonly redis: ScriptedRedis;

  constructor(redis: Redis) {
    redis.defineCommand('chargeTokenBuckets', { lua: CHARGE });
    redis.defineCommand('takeTokens', { lua: TAKE, numberOfKeys: 1 });
    this.redis = redis as unknown as ScriptedRedis;
  }

  /**
   * Takes a token from each bucket, or from none of them if one is empty, in one command.
   *
   * @returns the refusal; if the tokens were taken, in `left` the whole tokens that are left in the first bucket
   * @throws Error if Redis does not answer
   */
  async charge<Bucket extends TokenBucket>(
    buckets: Bucket[],
    substitute?: Substitute<Bucket>,
  ): Promise<Refusal<Bucket> | { left: number }> {
    const all = [...buckets, ...(substitute?.buckets ?? [])];
    const keys = [...all.map(({ key }) => key), ...(substitute ? [substitute.marker] : [])];
    const sizes = all.flatMap(({ size, windowMs }) => [size, windowMs]);
    const [position, value] = await this.redis.chargeTokenBuckets(keys.length, ...keys, buckets.length, ...sizes);
    const bucket = all[position - 1];
    return bucket ? { bucket, waitMs: value } : { left: value };
  }

  /**
   * Takes as many tokens as there are, up to `count`.
   *
   * @returns in `waitMs` the milliseconds until a further token is available
   * @throws Error if Redis does not answer
   */
  async take({ key, size, windowMs }: TokenBucket, count: number): Promise<{ taken: number; waitMs: number }> {
    const [taken, waitMs] = await this.redis.takeTokens(key, size, windowMs, count);
    return { taken, waitMs };
  }
}
