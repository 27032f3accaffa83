import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import { parseEnvironment } from '../config';
import { assertContinuable, EarlierStateError, fingerprintOf, recordFingerprint } from './earlier-state';
import { listApplied } from './migration-records';
import { ownerConnection } from './owner-connection';
import type { SchemaMigrations } from '../database/schema-migration';

interface Migrations {
  service: SchemaMigrations['service'];
  /** Contains one compiled module per migration; file names begin with the timestamp. */
  folder: string;
  /** Loads what only a pending migration needs. */
  settings(url: string): Promise<SchemaMigrations>;
}

const environment = { ADMIN_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }) };

/**
 * The main function of a service's `migrate.ts`: runs pending migrations and prints their names as JSON. Most starts have no pending
 * migrations and load neither TypeORM nor the entities. A schema that the migrations cannot upgrade is reported without a stack trace.
 */
export async function runMigrations(options: Migrations): Promise<void> {
  const { ADMIN_DATABASE_URL: url } = parseEnvironment(environment, process.env);
  try {
    process.stdout.write(`${JSON.stringify({ migrations: await runPending(url, options) })}\n`);
  } catch (error) {
    if (!(error instanceof EarlierStateError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function runPending(url: string, { service, folder, settings }: Migrations): Promise<string[]> {
  const client = new Client(ownerConnection(url, { schema: service }));
  await client.connect();
  try {
    const timestamps = (await readdir(folder)).flatMap((file) => /^(\d+)-.*\.js$/.exec(file)?.[1] ?? []);
    const fingerprint = fingerprintOf(path.join(folder, '..', '..', 'sql'));
    await assertContinuable(client, { schema: service, timestamps, fingerprint });
    const done = await listApplied(client);
    if (timestamps.every((timestamp) => done.some((name) => name.endsWith(timestamp)))) return [];
    const { migrate } = await import('@luit/platform/migrations/migrate');
    const log = (line: string): void => void process.stderr.write(`${line}\n`);
    const migrations = await migrate(await settings(url), url, { log });
    if (done.length === 0) await recordFingerprint(client, fingerprint);
    return migrations;
  } finally {
    await client.end();
  }
}
