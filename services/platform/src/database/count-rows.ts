import type { CappedCount } from '@luit/contracts/messages/fields';
import type { DataSource } from 'typeorm';
import { UNPREPARED } from './prepared-statement-client';

/** No one needs exact totals beyond this; such long lists are searched or filtered. */
const MAX_COUNTED = 1_000;

/** Counts the rows of a SELECT statement up to 1,000, so that the cost is bounded. */
export async function countRows(
  database: Pick<DataSource, 'query'>,
  select: string,
  values: unknown[],
): Promise<CappedCount> {
  const [row] = await database.query<{ n: number }[]>(
    `${UNPREPARED}SELECT count(*)::int AS n FROM (${select} LIMIT ${MAX_COUNTED + 1}) AS counted`,
    values,
  );
  const n = row?.n ?? 0;
  return { total: Math.min(n, MAX_COUNTED), isTotalCapped: n > MAX_COUNTED };
}
