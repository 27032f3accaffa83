import type { Counted } from '@luit/contracts/http';
import type { DataSource } from 'typeorm';
import { BY_VALUES } from './preparing-client';

/** Beyond it nobody looks for the number: a list so long is searched or filtered. */
const MOST_COUNTED = 1_000;

/** How many rows `select` has, counted only so far that it costs the same however many there are. */
export async function countRows(
  database: Pick<DataSource, 'query'>,
  select: string,
  values: unknown[],
): Promise<Counted> {
  const [row] = await database.query<{ n: number }[]>(
    `${BY_VALUES}SELECT count(*)::int AS n FROM (${select} LIMIT ${MOST_COUNTED + 1}) AS counted`,
    values,
  );
  const n = row?.n ?? 0;
  return { total: Math.min(n, MOST_COUNTED), isTotalCapped: n > MOST_COUNTED };
}
