import type { DataSource } from 'typeorm';
import type { Round } from '../scheduling/schedule';

type Database = Pick<DataSource, 'query'>;

interface Sleep {
  /** After rows were due. Also bounds how often a poller asks for a row that another replica has locked. */
  minMs: number;
  /** The longest one. Rows that are due earlier may be written in the meantime. */
  maxMs: number;
}

/**
 * The round of a poller: does its work if a row is due, and sleeps until one is. While none is, a round is one statement.
 *
 * @param column a `timestamptz` with an index; null in rows that are never due
 */
export function whenDue(
  database: Database,
  table: string,
  column: string,
  { minMs, maxMs }: Sleep,
  work: () => Promise<unknown>,
): Round {
  return async () => {
    const dueInMs = await untilDue(database, table, column);
    if (dueInMs > 0) return Math.min(dueInMs, maxMs);
    await work();
    return minMs;
  };
}

/** Milliseconds until the earliest row is due; 0 or less if one is, and `Infinity` if none will be. */
async function untilDue(database: Database, table: string, column: string): Promise<number> {
  const [row] = await database.query<{ ms: string | null }[]>(
    `SELECT extract(epoch FROM min(${column}) - now()) * 1000 AS ms FROM ${table} WHERE ${column} IS NOT NULL`,
  );
  return row?.ms == null ? Infinity : Math.ceil(Number(row.ms));
}
