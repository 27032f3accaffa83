/**
 * Token buckets of one process, by key. Each holds `size` tokens and refills evenly over `windowMs` milliseconds.
 *
 * Beside the limiter in Redis because it answers in the same tick: a frame has to be dropped before the next one is
 * read, and thousands of refused frames must not each cost a promise or a round trip.
 */
export class TokenBuckets<Key = string> {
  /** Least recently used first. */
  private readonly buckets = new Map<Key, { tokens: number; at: number }>();

  /** @param maxKeys beyond it the least recently used bucket is forgotten, so that a flood of keys is bounded */
  constructor(
    private readonly size: number,
    private readonly windowMs: number,
    private readonly maxKeys = 50_000,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a token; false where none is left. */
  take(key: Key): boolean {
    const at = this.now();
    const held = this.buckets.get(key);
    const refilled = held ? held.tokens + ((at - held.at) * this.size) / this.windowMs : this.size;
    const tokens = Math.min(this.size, refilled);
    const isGranted = tokens >= 1;
    this.buckets.delete(key);
    this.buckets.set(key, { tokens: isGranted ? tokens - 1 : tokens, at });
    const oldest = this.buckets.keys().next();
    if (this.buckets.size > this.maxKeys && !oldest.done) this.buckets.delete(oldest.value);
    return isGranted;
  }

  forget(key: Key): void {
    this.buckets.delete(key);
  }
}
