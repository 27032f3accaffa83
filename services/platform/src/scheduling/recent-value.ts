/** Keeps a value that was read while it is recent. Callers that come meanwhile share one read, and a read that failed is not kept. */
export class RecentValue<Value> {
  private kept?: { readAt: number; value: Promise<Value> };

  /** @param maxAgeMs how old the value may be, milliseconds */
  constructor(private readonly maxAgeMs: number) {}

  /** @throws what `read` throws */
  get(read: () => Promise<Value>): Promise<Value> {
    const now = performance.now();
    if (!this.kept || now - this.kept.readAt > this.maxAgeMs) {
      const kept = { readAt: now, value: read() };
      this.kept = kept;
      kept.value.catch(() => {
        if (this.kept === kept) this.kept = undefined;
      });
    }
    return this.kept.value;
  }

  /** Makes the next caller read again. */
  forget(): void {
    this.kept = undefined;
  }
}
