import { deviceStorage } from '@luit/ui/storage';
import type { RequestView } from '@luit/contracts/http/requests';

/** What a user has seen in this browser: everything finished up to a server timestamp, and single requests after it. */
interface Seen {
  until: string;
  ids: string[];
}

const keyOf = (userId: string): string => `luit.seen.${userId}`;

/** Stores the seen requests of a user in local storage, shared by all tabs. */
export class SeenRequests {
  private raw: string | null;
  private seen: Seen | null;

  constructor(
    private readonly userId: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> = deviceStorage,
  ) {
    this.raw = this.storage.getItem(keyOf(userId));
    this.seen = read(this.raw);
  }

  /** Returns the unseen requests of `finished`. Without stored data, as on a new device, nothing is unread. */
  unread(finished: RequestView[]): RequestView[] {
    this.refresh();
    const { seen } = this;
    if (!seen) return [];
    return finished.filter(({ id, completedAt }) => (completedAt ?? '') > seen.until && !seen.ids.includes(id));
  }

  get isEmpty(): boolean {
    this.refresh();
    return this.seen === null;
  }

  markAll(finished: RequestView[]): void {
    const times = finished.map(({ completedAt }) => completedAt ?? '');
    this.write({ until: [this.seen?.until ?? '', ...times].sort().at(-1) ?? '', ids: [] });
  }

  mark(id: string): void {
    this.refresh();
    if (this.seen?.ids.includes(id)) return;
    this.write({ until: this.seen?.until ?? '', ids: [...(this.seen?.ids ?? []), id] });
  }

  /** Reads changes made by other tabs. */
  private refresh(): void {
    const raw = this.storage.getItem(keyOf(this.userId));
    if (raw === this.raw) return;
    this.raw = raw;
    this.seen = read(raw);
  }

  private write(seen: Seen): void {
    this.seen = seen;
    this.raw = JSON.stringify(seen);
    this.storage.setItem(keyOf(this.userId), this.raw);
  }
}

function read(raw: string | null): Seen | null {
  if (raw === null) return null;
  try {
    const { until, ids } = JSON.parse(raw) as Partial<Seen>;
    return { until: String(until ?? ''), ids: Array.isArray(ids) ? ids.map(String) : [] };
  } catch {
    // Not written by this app; treated as if nothing was stored.
    return null;
  }
}
