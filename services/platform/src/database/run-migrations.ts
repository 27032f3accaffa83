import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { postgresConnection } from '../security/certificate-authorities';
import type { DatabaseSettings } from './data-source-options';

interface Migrations {
  url: string;
  /** Contains a compiled module per migration, whose name starts with its timestamp. */
  folder: string;
  /** Loads what only a pending migration needs. */
  settings(): Promise<DatabaseSettings>;
}

/**
 * The main function of a service's `migrate.ts`: runs pending migrations and prints their names as JSON. Most starts have none and
 * load neither TypeORM nor the entities.
 */
export async function runMigrations({ url, folder, settings }: Migrations): Promise<void> {
  let migrations: string[] = [];
  if (await hasPending(url, folder)) {
    const { migrate } = await import('@luit/platform/database/migrate');
    migrations = await migrate(await settings());
  }
  process.stdout.write(`${JSON.stringify({ migrations })}\n`);
}

async function hasPending(url: string, folder: string): Promise<boolean> {
  const files = await readdir(folder);
  const timestamps = files.flatMap((file) => /^(\d+)-.*\.js$/.exec(file)?.[1] ?? []);
  const done = new Set(await readDone(url));
  return timestamps.some((timestamp) => !done.has(timestamp));
}

/** Timestamps of the migrations that have run; none before the first start. */
async function readDone(url: string): Promise<string[]> {
  const client = new Client(postgresConnection(url));
  await client.connect();
  try {
    const { rows: found } = await client.query<{ table: string | null }>(`SELECT to_regclass('migrations') AS "table"`);
    if (!found[0]?.table) return [];
    const { rows } = await client.query<{ timestamp: string }>('SELECT timestamp FROM migrations');
    return rows.map(({ timestamp }) => timestamp);
  } finally {
    await client.end();
  }
}
