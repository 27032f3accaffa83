import { Redis } from 'ioredis';
import { asRedisUser, giveBackTestRedis, takeTestRedis, type TestRedis } from '../testing/redis';
import { RedisTokenBuckets, type TokenBucket } from './redis-token-buckets';

const WINDOW_MS = 3_600_000;

describe('RedisTokenBuckets', () => {
  let server: TestRedis;
  let redis: Redis;
  let buckets: RedisTokenBuckets;

  beforeAll(async () => {
    server = await takeTestRedis();
    redis = new Redis(asRedisUser('gateway', server.url));
    buckets = new RedisTokenBuckets(redis);
  });
  beforeEach(() => server.flush());
  afterAll(async () => {
    redis.disconnect();
    await giveBackTestRedis(server);
  });

  const bucket = (name: string, size: number): TokenBucket => ({
    key: `luit:limit:{${name}}`,
    size,
    windowMs: WINDOW_MS,
  });
  /** Moves the bucket's last refill into the past. */
  const age = async ({ key }: TokenBucket, milliseconds: number): Promise<void> => {
    await redis.hincrby(key, 'at', -milliseconds);
  };

  /** Undefined if the buckets were charged. */
  const refusalOf = async (...charged: Parameters<RedisTokenBuckets['charge']>) => {
    const result = await buckets.charge(...charged);
    return 'bucket' in result ? result : undefined;
  };

  const takeAll = async (from: TokenBucket) => (await buckets.take(from, from.size)).taken;

  it('a bucket allows a burst of its size, then refills evenly', async () => {
    const six = bucket('six', 6);
    for (let i = 0; i < 6; i += 1) expect(await refusalOf([six])).toBeUndefined();
    const refusal = await refusalOf([six]);
    expect(refusal?.waitMs).toBeGreaterThan(WINDOW_MS / 6 - 60_000);
    expect(refusal?.waitMs).toBeLessThanOrEqual(WINDOW_MS / 6);
    await age(six, WINDOW_MS / 3);
    expect(await takeAll(six)).toBe(2);
    await age(six, 10 * WINDOW_MS);
    expect(await takeAll(six)).toBe(6);
  });

  it('a batch takes as many tokens as there are', async () => {
    const six = bucket('six', 6);
    expect(await buckets.take(six, 4)).toEqual({ taken: 4, waitMs: 0 });
    const { taken, waitMs } = await buckets.take(six, 4);
    expect(taken).toBe(2);
    expect(waitMs).toBeGreaterThan(WINDOW_MS / 6 - 60_000);
    expect(await buckets.take(six, 4)).toMatchObject({ taken: 0 });
    expect(await refusalOf([six])).toBeDefined();
  });

  it('a bucket whose size was lowered and raised again has what it had before', async () => {
    expect(await buckets.take(bucket('changed', 100), 50)).toMatchObject({ taken: 50 });
    const lowered = await refusalOf([bucket('changed', 10)]);
    expect(lowered?.waitMs).toBe(WINDOW_MS);
    expect(await buckets.take(bucket('changed', 10), 1)).toEqual({ taken: 0, waitMs: WINDOW_MS });
    expect(await takeAll(bucket('changed', 100))).toBe(50);
  });

  it('several buckets are charged together, or none of them', async () => {
    const [large, small] = [bucket('large', 5), bucket('small', 1)];
    expect(await refusalOf([large, small])).toBeUndefined();
    for (let i = 0; i < 3; i += 1) expect((await refusalOf([large, small]))?.bucket).toBe(small);
    expect(await takeAll(large)).toBe(4);
  });

  it('concurrent charges take no token twice', async () => {
    const [ten, hundred] = [bucket('ten', 10), bucket('hundred', 100)];
    const refusals = await Promise.all(Array.from({ length: 40 }, () => refusalOf([ten, hundred])));
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(10);
    expect(await takeAll(hundred)).toBe(90);
  });

  it('substitutes are charged while the marker exists', async () => {
    const [regular, other] = [bucket('regular', 2), bucket('other', 3)];
    const substitute = { marker: 'luit:limit:{regular}:stored', buckets: [other] };
    expect(await refusalOf([regular], substitute)).toBeUndefined();
    await redis.set(substitute.marker, 1);
    for (let i = 0; i < 3; i += 1) expect(await refusalOf([regular], substitute)).toBeUndefined();
    expect((await refusalOf([regular], substitute))?.bucket).toBe(other);
    await redis.del(substitute.marker);
    expect(await refusalOf([regular], substitute)).toBeUndefined();
    expect((await refusalOf([regular], substitute))?.bucket).toBe(regular);
  });

  it('an unused bucket expires after its window', async () => {
    const some = bucket('some', 4);
    await refusalOf([some]);
    expect(await redis.pttl(some.key)).toBeGreaterThan(WINDOW_MS - 60_000);
    expect(await redis.pttl(some.key)).toBeLessThanOrEqual(WINDOW_MS);
  });

  it('a charge of several buckets is one command', async () => {
    await refusalOf([bucket('a', 1)]);
    const before = await commandCount();
    await refusalOf([bucket('b', 1), bucket('c', 1)]);
    expect((await commandCount()) - before).toBe(1);
  });

  /** EVAL and EVALSHA calls so far. */
  const commandCount = async (): Promise<number> => {
    const stats = await redis.info('commandstats');
    return [...stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce((sum, [, calls]) => sum + Number(calls), 0);
  };
});
