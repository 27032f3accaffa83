import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresConnection } from '../security/certificate-authorities';
import { type DatabaseSettings, dataSourceOptions } from './data-source-options';

/** Advisory lock key; arbitrary but unique in this database. */
const LOCK = 7_105_116;

/** Overrides the timeouts of the service's role: migrations of another process may take minutes. */
const WAIT_WITHOUT_LIMIT =
  'SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0';

/**
 * Runs a service's pending migrations under an advisory lock. Replicas that start together wait for each other; all but
 * the first find nothing to do.
 *
 * @returns the names of the migrations it ran
 */
export async function migrate(settings: DatabaseSettings): Promise<string[]> {
  const guard = new Client(postgresConnection(settings.url));
  await guard.connect();
  try {
    await guard.query(`BEGIN; ${WAIT_WITHOUT_LIMIT}`);
    await guard.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const database = await new DataSource(dataSourceOptions(settings)).initialize();
    try {
      const done = await database.runMigrations();
      return done.map((migration) => migration.name);
    } finally {
      await database.destroy();
    }
  } finally {
    await guard.end();
  }
}
