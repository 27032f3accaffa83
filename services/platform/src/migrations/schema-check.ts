import { DataSource, type DataSourceOptions } from 'typeorm';
import type { AppliedMigration } from './migration-records';
import { isNewer, RELEASE } from './release';
import type { SchemaMigrations } from '../database/schema-migration';

/** The migration step has not run yet. It may be running, so the connection is tried again. */
export class PendingMigrationsError extends Error {
  constructor(service: string, names: string[]) {
    super(`The schema of ${service} lacks ${names.join(', ')}: run the migration step of this release`);
  }
}

/** A newer release has changed the schema so that this one does not work any more. */
export class NewerSchemaError extends Error {
  constructor(service: string, { name, worksWith }: AppliedMigration) {
    super(
      `The schema of ${service} needs release ${worksWith} since ${name}, and this is ${RELEASE}: start that release`,
    );
  }
}

/**
 * Connects a service that starts. Migrations of a newer release are fine as long as they name this release, so that it can be rolled
 * back.
 *
 * @throws PendingMigrationsError, NewerSchemaError
 */
export async function openCheckedSource(options: DataSourceOptions, settings: SchemaMigrations): Promise<DataSource> {
  const source = await new DataSource(options).initialize();
  try {
    await assertSchemaFits(source, settings);
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

async function assertSchemaFits(source: DataSource, { service, migrations }: SchemaMigrations): Promise<void> {
  const [found] = await source.query<{ table: string | null }[]>(`SELECT to_regclass('migration_releases') AS "table"`);
  const applied = found?.table ? await readApplied(source) : [];
  const pending = migrations.map(nameOf).filter((name) => !applied.some((migration) => migration.name === name));
  if (pending.length > 0) throw new PendingMigrationsError(service, pending);
  const newer = applied.find(({ worksWith }) => isNewer(worksWith, RELEASE));
  if (newer) throw new NewerSchemaError(service, newer);
}

/** Only migrations that have ended: one without a transaction records its release first. */
function readApplied(source: DataSource): Promise<AppliedMigration[]> {
  return source.query(
    `SELECT name, works_with AS "worksWith" FROM migration_releases WHERE name IN (SELECT name FROM migrations) ORDER BY name`,
  );
}

function nameOf(Migration: SchemaMigrations['migrations'][number]): string {
  return new Migration().name ?? Migration.name;
}
