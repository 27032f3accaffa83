interface Page<Item> {
  data: Item[];
  last_id: string | null;
  has_more: boolean;
}

/** The items of all pages, each page requested when it is needed. */
export async function* itemsOf<Item>(
  read: (after: string | undefined) => Promise<Page<Item>>,
  start: string | undefined,
): AsyncGenerator<Item, void> {
  let after = start;
  let isLast = false;
  while (!isLast) {
    const { data, last_id: lastId, has_more: hasMore } = await read(after);
    yield* data;
    after = lastId ?? undefined;
    isLast = !hasMore || after === undefined;
  }
}
