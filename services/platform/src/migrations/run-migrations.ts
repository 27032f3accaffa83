import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { z } from 'zod';
import { parseEnvironment } from '../config';
import { listApplied } from './migration-records';
import { ownerConnection } from './owner-connection';
import type { SchemaMigrations } from './schema-migration';

interface Migrations {
  service: SchemaMigrations['service'];
  /** Contains a compiled module per migration, whose name starts with its timestamp. */
  folder: string;
  /** Loads what only a pending migration needs. */
  settings(url: string): Promise<SchemaMigrations>;
}

const environment = { ADMIN_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) };

/**
 * The main function of a service's `migrate.ts`: runs pending migrations and prints their names as JSON. Most starts have none and
 * load neither TypeORM nor the entities.
 */
export async function runMigrations({ service, folder, settings }: Migrations): Promise<void> {
  const { ADMIN_DATABASE_URL: url } = parseEnvironment(environment, process.env);
  let migrations: string[] = [];
  if (await hasPending(url, service, folder)) {
    const { migrate } = await import('@luit/platform/migrations/migrate');
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    migrations = await migrate(await settings(url), url, { log });
  }
  process.stdout.write(`${JSON.stringify({ migrations })}\n`);
}

async function hasPending(url: string, schema: string, folder: string): Promise<boolean> {
  const files = await readdir(folder);
  const timestamps = files.flatMap((file) => /^(\d+)-.*\.js$/.exec(file)?.[1] ?? []);
  const done = await readDone(url, schema);
  return timestamps.some((timestamp) => !done.some((name) => name.endsWith(timestamp)));
}

async function readDone(url: string, schema: string): Promise<string[]> {
  const client = new Client(ownerConnection(url, { schema }));
  await client.connect();
  try {
    return await listApplied(client);
  } finally {
    await client.end();
  }
}
