/**
 * In-memory token buckets by key. Each holds `size` tokens and refills evenly over `windowMs` milliseconds.
 *
 * Socket frames and forged webhooks cannot use the limiter in Redis: a frame must be dropped before the next one is read, and
 * thousands of them must not cost a promise or a round trip each.
 */
export class TokenBuckets<Key = string> {
  /** Least recently used first. */
  private readonly buckets = new Map<Key, { tokens: number; at: number }>();

  /** @param maxKeys the least recently used bucket is evicted above this number, which bounds memory */
  constructor(
    private readonly size: number,
    private readonly windowMs: number,
    private readonly maxKeys = 50_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** True if `take` would return false. */
  isEmpty(key: Key): boolean {
    return this.tokensOf(key, this.now()) < 1;
  }

  /** Takes a token; returns false if the bucket is empty. */
  take(key: Key): boolean {
    const at = this.now();
    const tokens = this.tokensOf(key, at);
    const isGranted = tokens >= 1;
    this.set(key, { tokens: isGranted ? tokens - 1 : tokens, at });
    return isGranted;
  }

  /** Takes tokens for past usage, so the bucket may go into debt. */
  spend(key: Key, tokens: number): void {
    const at = this.now();
    this.set(key, { tokens: this.tokensOf(key, at) - tokens, at });
  }

  /** Milliseconds until `take` returns true. */
  waitMs(key: Key): number {
    return Math.max(0, ((1 - this.tokensOf(key, this.now())) * this.windowMs) / this.size);
  }

  delete(key: Key): void {
    this.buckets.delete(key);
  }

  private set(key: Key, bucket: { tokens: number; at: number }): void {
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const oldest = this.buckets.keys().next();
    if (this.buckets.size > this.maxKeys && !oldest.done) this.buckets.delete(oldest.value);
  }

  private tokensOf(key: Key, at: number): number {
    const bucket = this.buckets.get(key);
    const refilled = bucket ? bucket.tokens + ((at - bucket.at) * this.size) / this.windowMs : this.size;
    return Math.min(this.size, refilled);
  }
}
