import { TokenBuckets } from './token-buckets';

describe('TokenBuckets', () => {
  let time = 0;
  const buckets = (size: number, maxKeys?: number) => new TokenBuckets(size, 60_000, maxKeys, () => time);

  it('a bucket allows a burst, then refills evenly', () => {
    const limits = buckets(6);
    expect(Array.from({ length: 8 }, () => limits.take('a'))).toEqual([...Array<boolean>(6).fill(true), false, false]);
    time += 9_999;
    expect(limits.take('a')).toBe(false);
    time += 2;
    expect([limits.take('a'), limits.take('a')]).toEqual([true, false]);
    time += 3_600_000;
    expect(Array.from({ length: 7 }, () => limits.take('a')).filter(Boolean)).toHaveLength(6);
  });

  it('keys have separate buckets, and the least recently used bucket is evicted', () => {
    const limits = buckets(1, 2);
    expect([limits.take('a'), limits.take('b'), limits.take('a'), limits.take('b')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    limits.delete('a');
    expect(limits.take('a')).toBe(true);
    expect(limits.take('c')).toBe(true);
    expect(limits.take('a')).toBe(false);
    expect(limits.take('b')).toBe(true);
  });
});
