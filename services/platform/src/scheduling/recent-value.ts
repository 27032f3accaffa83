interface Kept<Value> {
  readAt: number;
  value: Promise<Value>;
  isRead: boolean;
}

/** Keeps a value that was read while it is recent. A read that failed is not kept. */
export class RecentValue<Value> {
  private kept?: Kept<Value>;

  /** @param maxAgeMs how old the value may be, milliseconds */
  constructor(private readonly maxAgeMs: number) {}

  /** Callers that come meanwhile share one read. @throws what `read` throws */
  get(read: () => Promise<Value>): Promise<Value> {
    const recent = this.recent();
    if (recent) return recent.value;
    const kept: Kept<Value> = { readAt: performance.now(), value: read(), isRead: false };
    this.kept = kept;
    kept.value.then(
      () => (kept.isRead = true),
      () => {
        if (this.kept === kept) this.kept = undefined;
      },
    );
    return kept.value;
  }

  /**
   * For callers in a transaction, which read with its connection. They share no read: one that another caller began may wait for the
   * connection that they hold.
   *
   * @throws what `read` throws
   */
  async getAlone(read: () => Promise<Value>): Promise<Value> {
    const recent = this.recent();
    if (recent?.isRead) return recent.value;
    const readAt = performance.now();
    const value = await read();
    this.kept = { readAt, value: Promise.resolve(value), isRead: true };
    return value;
  }

  /** Makes the next caller read again. */
  forget(): void {
    this.kept = undefined;
  }

  private recent(): Kept<Value> | undefined {
    return this.kept && performance.now() - this.kept.readAt <= this.maxAgeMs ? this.kept : undefined;
  }
}
