const LARGE = 100;
const CACHE_MS = 1_000;
const MAX_CACHED = 1_000;

/**
 * Large numbers of unfinished jobs by owner. Counting is cheap for a few jobs, but costs as much as an acceptance for thousands. The counts
 * only decide which owner is next, so they may be a second old; another replica's acceptances count later.
 */
export class OwnerBacklogs {
  private readonly cached = new Map<string, { count: number; readAt: number }>();

  /** Null if the owner's jobs have to be counted. */
  countOf(userId: string): number | null {
    const backlog = this.cached.get(userId);
    return backlog && performance.now() - backlog.readAt < CACHE_MS ? backlog.count : null;
  }

  /** @param isCounted whether `count` was counted now, or continues an earlier count */
  set(userId: string, count: number, isCounted: boolean): void {
    if (count < LARGE) return;
    if (this.cached.size >= MAX_CACHED) this.cached.clear();
    const readAt = isCounted ? performance.now() : (this.cached.get(userId)?.readAt ?? 0);
    this.cached.set(userId, { count, readAt });
  }
}
