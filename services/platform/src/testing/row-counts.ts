import type { DataSource } from 'typeorm';

/**
 * The number of rows of these tables, each with a condition if only some of its rows count. A repeated request must not change these
 * numbers.
 */
export async function rowCounts(source: DataSource, tables: readonly string[]): Promise<Record<string, number>> {
  const counts = tables.map(async (name) => {
    const [row] = await source.query<{ count: string }[]>(`SELECT count(*) AS count FROM ${name}`);
    return [name, Number(row?.count)] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}
