import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresConnection } from '../security/certificate-authorities';
import { type DatabaseSettings, dataSourceOptions } from './data-source-options';

/** Any number that no other program uses for an advisory lock in this database. */
const LOCK = 7_105_116;

/**
 * Brings a service's schema up to date. Replicas that start together wait for one another, and the later ones find
 * nothing left to do.
 */
export async function migrate(settings: DatabaseSettings): Promise<string[]> {
  const guard = new Client(postgresConnection(settings.url));
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK]);
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

/** The whole of a service's `migrate.ts`: runs, says what it did, exits. */
export async function runMigrations(settings: DatabaseSettings): Promise<void> {
  const done = await migrate(settings);
  process.stdout.write(`${JSON.stringify({ service: settings.service, migrations: done })}\n`);
}
