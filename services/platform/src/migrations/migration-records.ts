import type { Client, ClientBase } from 'pg';
import type { QueryRunner } from 'typeorm';
import { roleOf } from '../database/prepare-database';
import type { SchemaMigration } from '../database/schema-migration';

/** Tables of every schema that only migrations write. TypeORM creates and names the first. */
export const MIGRATION_TABLES = ['migrations', 'migration_releases', 'backfills'];

/** A migration that ran, with the oldest release that works with the schema after it. */
export interface AppliedMigration {
  name: string;
  worksWith: string;
}

/** Creates the tables in the schema of the client's search path. */
export async function createMigrationTables(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migration_releases (name text PRIMARY KEY, works_with text NOT NULL);
    CREATE TABLE IF NOT EXISTS backfills (
      name text PRIMARY KEY,
      -- The last key of the rows that are done.
      last_key text,
      rows bigint NOT NULL DEFAULT 0,
      finished_at timestamptz
    )`);
}

/** The service may read what ran, but not change it. */
export async function protectMigrationTables(client: Client, schema: string): Promise<void> {
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON ${MIGRATION_TABLES.join(', ')} FROM ${roleOf(schema)}`);
}

/** Names of the migrations that ran, oldest first; none before the first start. */
export async function listApplied(client: ClientBase): Promise<string[]> {
  const { rows: found } = await client.query<{ table: string | null }>(`SELECT to_regclass('migrations') AS "table"`);
  if (!found[0]?.table) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/**
 * Wraps a migration in a class that also records the oldest release that works with its schema: in the same transaction, or before any
 * change if the migration runs without one.
 */
export function recorded(Migration: new () => SchemaMigration): new () => SchemaMigration {
  const { name } = new Migration();
  return class extends Migration {
    override name = name ?? Migration.name;

    override async up(runner: QueryRunner): Promise<void> {
      await runner.query(
        `INSERT INTO migration_releases (name, works_with) VALUES ($1, $2)
         ON CONFLICT (name) DO UPDATE SET works_with = excluded.works_with`,
        [this.name, this.worksWith],
      );
      await super.up(runner);
    }
  };
}
