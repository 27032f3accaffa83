import { LRUCache } from 'lru-cache';

/** A lost broadcast must not keep an answer for more than a second. Counted from the start of the lookup, milliseconds. */
const MAX_AGE_MS = 900;
const MAX_ENTRIES = 20_000;

interface Entry<Answer> {
  startedAt: number;
  lookup: Promise<Answer>;
  /** Undefined while the lookup is in flight. */
  answer?: Answer;
}

/**
 * Caches a service's answers for less than a second. Broadcasts end an entry at once; the short time limits the effect of a lost broadcast.
 * Failed lookups are not cached.
 */
export class RecentLookups<Answer> {
  private readonly entries = new LRUCache<string, Entry<Answer>>({ max: MAX_ENTRIES });

  /** The lookup of the last 900 ms, which may still be in flight. */
  find(key: string): Promise<Answer> | undefined {
    const known = this.entries.get(key);
    return known && performance.now() - known.startedAt < MAX_AGE_MS ? known.lookup : undefined;
  }

  start(key: string, load: () => Promise<Answer>): Promise<Answer> {
    const entry: Entry<Answer> = { startedAt: performance.now(), lookup: load() };
    this.entries.set(key, entry);
    entry.lookup.then(
      (answer) => (entry.answer = answer),
      () => {
        if (this.entries.peek(key) === entry) this.entries.delete(key);
      },
    );
    return entry.lookup;
  }

  /** @param isChanged also ends lookups in flight, because they may have begun before the change */
  forget(isChanged: (key: string, answer: Answer) => boolean): void {
    for (const [key, { answer }] of this.entries.entries()) {
      if (answer === undefined || isChanged(key, answer)) this.entries.delete(key);
    }
  }
}
