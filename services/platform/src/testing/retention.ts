import { FIXED_RETENTION, RETENTION_RULES } from '@luit/contracts/operations/retention';

/** Finds tables of these schemas that have neither a retention nor a reason why their rows stay. Partitions count as their parent. */
export async function tablesWithoutRetention(
  query: (sql: string, values: unknown[]) => Promise<{ name: string }[]>,
  schemas: string[],
): Promise<string[]> {
  const rows = await query(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
    [schemas],
  );
  if (rows.length === 0) throw new Error(`The schemas ${schemas.join(', ')} have no tables`);
  return rows.map(({ name }) => name).filter((name) => !(name in RETENTION_RULES) && !(name in FIXED_RETENTION));
}
