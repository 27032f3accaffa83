import type { ClientBase } from 'pg';
import { AUDIT_SCHEMA } from '../audit/audit-schema';
import { SCHEMAS } from '../database/prepare-database';

/** The services' schemas and the schema of the audit log. */
export const BACKED_UP_SCHEMAS = [...SCHEMAS, AUDIT_SCHEMA];

/**
 * Every backed-up table with the columns that COPY accepts, which excludes generated columns. A partitioned table counts as one, so
 * that its rows find their partitions again wherever they are restored.
 */
export async function listTables(client: ClientBase): Promise<{ schema: string; name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace::regnamespace::text = ANY($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [BACKED_UP_SCHEMAS],
  );
  return rows;
}

/** Every backed-up table with the number of its rows. */
export async function countRows(client: ClientBase): Promise<{ schema: string; name: string; rows: number }[]> {
  const counted: { schema: string; name: string; rows: number }[] = [];
  for (const { schema, name } of await listTables(client)) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${quoted(client, { schema, name })}`);
    counted.push({ schema, name, rows: Number(rows[0]?.count) });
  }
  return counted;
}

export async function listSequences(
  client: ClientBase,
): Promise<{ schema: string; name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ schema: string; name: string; lastValue: string | null }>(
    `SELECT schemaname AS schema, sequencename AS name, last_value::text AS "lastValue"
     FROM pg_sequences WHERE schemaname = ANY($1) ORDER BY 1, 2`,
    [BACKED_UP_SCHEMAS],
  );
  return rows;
}

/** Names of the applied migrations by schema, oldest first. */
export async function listMigrations(client: ClientBase): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {};
  for (const schema of SCHEMAS) {
    const { rows } = await client.query<{ name: string }>(`SELECT name FROM ${schema}.migrations ORDER BY id`);
    migrations[schema] = rows.map(({ name }) => name);
  }
  return migrations;
}

/** Triggers that fire even if `session_replication_role` is `replica`. They keep append-only tables append-only. */
export async function listAlwaysTriggers(
  client: ClientBase,
): Promise<{ schema: string; name: string; trigger: string }[]> {
  const { rows } = await client.query<{ schema: string; name: string; trigger: string }>(
    `SELECT c.relnamespace::regnamespace::text AS schema, c.relname AS name, t.tgname AS trigger
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE t.tgenabled = 'A' AND c.relnamespace::regnamespace::text = ANY($1)`,
    [BACKED_UP_SCHEMAS],
  );
  return rows;
}

/** The quoted, schema-qualified name of a table or sequence. */
export function quoted(client: ClientBase, { schema, name }: { schema: string; name: string }): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}
