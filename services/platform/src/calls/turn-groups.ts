/** Groups the messages that go to the same list within one tick of the event loop, so that one command sends them all. */
export class TurnGroups<Item> {
  private groups = new Map<string, Item[]>();

  /** @param send receives the items of one list, in the order in which they were added */
  constructor(private readonly send: (list: string, items: Item[]) => void) {}

  add(list: string, item: Item): void {
    if (this.groups.size === 0) setImmediate(() => this.flush());
    const group = this.groups.get(list);
    if (group) group.push(item);
    else this.groups.set(list, [item]);
  }

  flush(): void {
    const { groups } = this;
    this.groups = new Map();
    for (const [list, items] of groups) this.send(list, items);
  }
}
