import { DEFAULT_RETENTION_DAYS } from '@luit/contracts/operations/retention';
import type { Client } from 'pg';
import { DAYS } from './history';

/** Days for which rows of tables with a fixed retention are kept. */
const FIXED_DAYS: Record<string, number> = { 'auth.inbox': 3, 'billing.inbox': 3, 'generation.inbox': 3 };
const RATES = [1_000, 10_000, 100_000];
/** Smaller relations do not grow with jobs. */
const MIN_BYTES = 200_000;
const GIB = 2 ** 30;

interface Size {
  table: string;
  /** Null for the table itself. */
  index: string | null;
  bytes: number;
}

/** Partitions count as their parent, and their indexes as its index. */
const SIZES = `
  WITH relation AS (
    SELECT c.oid, coalesce(pg_partition_root(c.oid), c.oid) AS root, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('auth', 'billing', 'generation', 'audit') AND c.relkind IN ('r', 'i')
  ), sized AS (
    SELECT root, CASE WHEN relkind = 'i' THEN (SELECT coalesce(pg_partition_root(indrelid), indrelid) FROM pg_index WHERE indexrelid = oid)
                      ELSE root END AS owner, relkind = 'i' AS is_index,
           CASE relkind WHEN 'i' THEN pg_relation_size(oid) ELSE pg_table_size(oid) END AS bytes
      FROM relation
  )
  SELECT owner::regclass::text AS table, CASE WHEN is_index THEN root::regclass::text END AS index, sum(bytes)::float8 AS bytes
    FROM sized GROUP BY owner, is_index, root ORDER BY owner::regclass::text, is_index, sum(bytes) DESC`;

/** Prints bytes per 1,000 jobs of each table and index, and the disk usage of a year at some rates. */
export async function printSizes(database: Client, jobs: number): Promise<void> {
  const { rows } = await database.query<Size>(SIZES);
  const grown = rows.filter(({ bytes }) => bytes >= MIN_BYTES);
  const perThousand = ({ table, bytes }: Size): number => (bytes / (jobs * (keptDays(table) / DAYS))) * 1_000;
  console.log(`\nAfter ${jobs} jobs in ${DAYS} days. Bytes per 1,000 jobs\n`);
  console.log('| table or index | kept, days | bytes per 1,000 jobs |\n|---|---:|---:|');
  for (const size of grown) {
    const name = size.index ? `\`${size.index.replace(/^.*\./, '')}\`` : `**\`${size.table}\`**`;
    const kept = size.index ? '' : keptDays(size.table) === DAYS ? 'a year or longer' : String(keptDays(size.table));
    console.log(`| ${name} | ${kept} | ${Math.round(perThousand(size)).toLocaleString('en-US')} |`);
  }
  const total = (some: Size[]) => some.reduce((sum, size) => sum + perThousand(size) * keptDays(size.table), 0) / 1_000;
  console.log('\n| jobs a day | tables after a year | indexes | together |\n|---:|---:|---:|---:|');
  for (const rate of RATES) {
    const [tables, indexes] = [total(grown.filter(({ index }) => !index)), total(grown.filter(({ index }) => index))];
    const cells = [tables, indexes, tables + indexes].map((bytes) => `${((bytes * rate) / GIB).toFixed(1)} GiB`);
    console.log(`| ${rate.toLocaleString('en-US')} | ${cells.join(' | ')} |`);
  }
  console.log('');
}

function keptDays(table: string): number {
  const days: Record<string, number> = { ...DEFAULT_RETENTION_DAYS, ...FIXED_DAYS };
  return Math.min(DAYS, days[table] ?? DAYS);
}
