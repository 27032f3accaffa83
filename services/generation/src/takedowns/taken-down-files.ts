import type { DataSource } from 'typeorm';

/** Those of the files that are taken down, also input images that another request uses. */
export async function takenDownAmong(database: Pick<DataSource, 'query'>, keys: string[]): Promise<string[]> {
  const rows = await database.query<{ key: string }[]>(
    `SELECT key FROM unnest($1::text[]) AS key
      WHERE EXISTS (SELECT FROM takedowns WHERE lifted_at IS NULL AND file_keys @> ARRAY[key])`,
    [keys],
  );
  return rows.map(({ key }) => key);
}
