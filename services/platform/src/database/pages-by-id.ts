import type { DataSource } from 'typeorm';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Yields the rows of a query in pages, so that memory use does not depend on how many there are.
 *
 * @param query selects `id`, takes only rows with an id above $1, orders by it, and has a LIMIT
 * @param parameters $2 and the following ones
 */
export async function* pagesById<Row extends { id: string }>(
  database: Pick<DataSource, 'query'>,
  query: string,
  parameters: readonly unknown[] = [],
): AsyncGenerator<Row[]> {
  let after = FIRST_ID;
  for (;;) {
    const rows = await database.query<Row[]>(query, [after, ...parameters]);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}
