/** Collects the messages that are added for a list within one tick of the event loop, and sends them with one command. */
export class TickBatcher<Item> {
  private batches = new Map<string, Item[]>();

  /** @param send receives the items of one list, in the order in which they were added */
  constructor(private readonly send: (list: string, items: Item[]) => void) {}

  add(list: string, item: Item): void {
    if (this.batches.size === 0) setImmediate(() => this.flush());
    const batch = this.batches.get(list);
    if (batch) batch.push(item);
    else this.batches.set(list, [item]);
  }

  flush(): void {
    const { batches } = this;
    this.batches = new Map();
    for (const [list, items] of batches) this.send(list, items);
  }
}
