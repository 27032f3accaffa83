import { DATA_DECLARATIONS } from '@luit/contracts/operations/personal-data/data-map';
import { MIGRATION_TABLES } from '../migrations/migration-records';

interface Column {
  name: string;
}

/**
 * Finds columns of these schemas that are declared neither as personal nor as other data, or twice, and declared columns that do not exist.
 * Returns each with its problem. Partitions count as their parent, and the tables of migrations are left out.
 */
export async function findWrongDeclarations(
  query: (sql: string, values: unknown[]) => Promise<Column[]>,
  schemas: string[],
): Promise<string[]> {
  const rows = await query(
    `SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> ALL ($2) ORDER BY 1`,
    [schemas, MIGRATION_TABLES],
  );
  if (rows.length === 0) throw new Error(`The schemas ${schemas.join(', ')} have no tables`);
  const existing = rows.map(({ name }) => name);
  const declared = schemas.flatMap(declaredColumns);
  return [
    ...existing.filter((name) => !declared.includes(name)).map((name) => `${name} is not declared`),
    ...declared.filter((name) => !existing.includes(name)).map((name) => `${name} does not exist`),
    ...declared.filter((name, index) => declared.indexOf(name) < index).map((name) => `${name} is declared twice`),
  ];
}

function declaredColumns(schema: string): string[] {
  return Object.entries(DATA_DECLARATIONS[schema] ?? {}).flatMap(([table, { personal = {}, other }]) =>
    [...Object.keys(personal), ...other.split(' ').filter(Boolean)].map((column) => `${schema}.${table}.${column}`),
  );
}
