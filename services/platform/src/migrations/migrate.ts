import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { BlockingTransactions } from './blocking-transactions';
import { withLockRetries } from './lock-retries';
import { acquireMigrationLock } from './migration-lock';
import { createMigrationTables, listApplied, protectMigrationTables, recorded } from './migration-records';
import { applicationNameOf, ownerConnection } from './owner-connection';
import type { SchemaMigrations } from '../database/schema-migration';

/** How long a blocked migration is retried. Nothing waits for it meanwhile. */
const LOCK_RETRIES_MS = 10 * 60_000;

export interface MigrateOptions {
  /** Search path of the connections; the schema by default. */
  searchPath?: string;
  lockRetriesMs?: number;
  /** Gets one line for each repetition. */
  log?: (line: string) => void;
}

/**
 * Runs a service's pending migrations as the owner of its schema. Replicas that start together wait for each other; all but the
 * first find nothing to do. A migration that gets no lock within a second lets others pass and is repeated.
 *
 * @param adminUrl of a role that can assume the owner's
 * @returns the names of the migrations it ran
 * @throws Error if a migration fails, or is still blocked after ten minutes; its message then names the blocking transactions
 */
export async function migrate(
  { service, migrations }: SchemaMigrations,
  adminUrl: string,
  { searchPath, lockRetriesMs: limitMs = LOCK_RETRIES_MS, log = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const guard = new Client(
    ownerConnection(adminUrl, { schema: service, searchPath, applicationName: 'migrate-guard' }),
  );
  await guard.connect();
  try {
    await acquireMigrationLock(guard, service);
    await createMigrationTables(guard);
    const done = await listApplied(guard);
    const blocking = new BlockingTransactions(guard, applicationNameOf(service));
    const source = await openSource({ service, migrations }, adminUrl, searchPath);
    try {
      await blocking.during(() =>
        withLockRetries(() => source.runMigrations(), {
          limitMs,
          onRetry: ({ message }, attempt) => log(`${service}: attempt ${attempt}: ${message}. ${blocking.describe()}`),
        }),
      );
    } catch (cause) {
      throw withBlockers(cause, blocking.describe());
    } finally {
      await source.destroy();
    }
    await protectMigrationTables(guard, service);
    return (await listApplied(guard)).filter((name) => !done.includes(name));
  } finally {
    await guard.end();
  }
}

/** A source of TypeORM that only runs migrations. */
async function openSource(
  { service, migrations }: SchemaMigrations,
  adminUrl: string,
  searchPath?: string,
): Promise<DataSource> {
  const {
    connectionString,
    ssl,
    application_name: applicationName,
    ...extra
  } = ownerConnection(adminUrl, {
    schema: service,
    searchPath,
  });
  const source = new DataSource({
    type: 'postgres',
    url: connectionString,
    ssl,
    schema: service,
    applicationName,
    migrations: migrations.map(recorded),
    migrationsTransactionMode: 'each',
    extra: { ...extra, max: 1 },
  });
  return source.initialize();
}

function withBlockers(cause: unknown, blockers: string): unknown {
  if (blockers === '' || !(cause instanceof Error)) return cause;
  return new Error(`${cause.message}. The latest lock was held by ${blockers}`, { cause });
}
