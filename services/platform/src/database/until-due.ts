import type { DataSource } from 'typeorm';

/**
 * Returns the milliseconds until the earliest row is due, so that its poller can sleep until then.
 *
 * @param column a `timestamptz` with an index; null in rows that are never due
 * @param minMs returned if a row is due already, for example because another replica has locked it
 * @param maxMs longest sleep; rows may become due earlier than that in the meantime
 */
export async function untilDue(
  database: Pick<DataSource, 'query'>,
  table: string,
  column: string,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): Promise<number> {
  const [row] = await database.query<{ ms: string | null }[]>(
    `SELECT extract(epoch FROM min(${column}) - now()) * 1000 AS ms FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  const ms = row?.ms == null ? maxMs : Math.ceil(Number(row.ms));
  return Math.min(Math.max(ms, minMs), maxMs);
}
