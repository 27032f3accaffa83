import type { CappedCount } from '@luit/contracts/messages/fields';
import type { DataSource } from 'typeorm';
import { UNPREPARED } from './prepared-statement-client';

/** Beyond it nobody looks for the number: a list so long is searched or filtered. */
const MOST_COUNTED = 1_000;

/** How many rows `select` has, counted only so far that it costs the same however many there are. */
export async function countRows(
  database: Pick<DataSource, 'query'>,
  select: string,
  values: unknown[],
): Promise<CappedCount> {
  const [row] = await database.query<{ n: number }[]>(
    `${UNPREPARED}SELECT count(*)::int AS n FROM (${select} LIMIT ${MOST_COUNTED + 1}) AS counted`,
    values,
  );
  const n = row?.n ?? 0;
  return { total: Math.min(n, MOST_COUNTED), isTotalCapped: n > MOST_COUNTED };
}
