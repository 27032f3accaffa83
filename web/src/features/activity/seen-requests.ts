import type { RequestView } from '@luit/contracts/http/requests';

/** What this browser has shown to one person: all that ended up to a time of the server's, and single ones since. */
interface Seen {
  until: string;
  ids: string[];
}

const keyOf = (userId: string): string => `luit.seen.${userId}`;

/** The marks are kept per person and shared by all tabs of this browser. */
export class SeenRequests {
  private text: string | null;
  private seen: Seen | null;

  constructor(
    private readonly userId: string,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
  ) {
    this.text = this.storage.getItem(keyOf(userId));
    this.seen = read(this.text);
  }

  /** Those of `ended` nobody looked at yet. Where nothing is marked, as on a new device, nothing counts as unread. */
  unread(ended: RequestView[]): RequestView[] {
    this.refresh();
    const { seen } = this;
    if (!seen) return [];
    return ended.filter(({ id, completedAt }) => (completedAt ?? '') > seen.until && !seen.ids.includes(id));
  }

  get isEmpty(): boolean {
    this.refresh();
    return this.seen === null;
  }

  markAll(ended: RequestView[]): void {
    const times = ended.map(({ completedAt }) => completedAt ?? '');
    this.write({ until: [this.seen?.until ?? '', ...times].sort().at(-1) ?? '', ids: [] });
  }

  mark(id: string): void {
    this.refresh();
    if (this.seen?.ids.includes(id)) return;
    this.write({ until: this.seen?.until ?? '', ids: [...(this.seen?.ids ?? []), id] });
  }

  /** Another tab may have written meanwhile. */
  private refresh(): void {
    const text = this.storage.getItem(keyOf(this.userId));
    if (text === this.text) return;
    this.text = text;
    this.seen = read(text);
  }

  private write(seen: Seen): void {
    this.seen = seen;
    this.text = JSON.stringify(seen);
    this.storage.setItem(keyOf(this.userId), this.text);
  }
}

function read(text: string | null): Seen | null {
  if (text === null) return null;
  try {
    const { until, ids } = JSON.parse(text) as Partial<Seen>;
    return { until: String(until ?? ''), ids: Array.isArray(ids) ? ids.map(String) : [] };
  } catch {
    // Written by something else: as if nothing had been marked.
    return null;
  }
}
