import { createReadStream } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Redis } from 'ioredis';
import { Client, type ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { verifyChain } from '../audit/verify-chain';
import { postgresConnection, redisConnection } from '../security/certificate-authorities';
import { roleOf, SCHEMAS } from '../database/prepare-database';
import { Digest } from './back-up';
import { listMigrations, listAlwaysTriggers, listTables, quoted } from './catalog';
import { type BackedUpTable, filesFolder, type Manifest, readManifest, tableFile } from './manifest';

export interface RestoreSettings {
  /** Its role must be a superuser, to disable triggers and foreign keys. The schemas must be migrated. */
  databaseUrl: string;
  redisUrl: string;
  /** Null for object storage. */
  storageDir: string | null;
  /** A folder that `backUp` wrote. */
  folder: string;
}

export interface Restored extends Manifest {
  /** Describes the first broken link of the backed-up audit log; null if the log is intact. */
  auditProblem: string | null;
}

/**
 * Replaces all rows with those of a backup in one transaction, adds its files to storage and flushes Redis. All services
 * must be stopped. After they start, the reconcilers catch up with what happened at third parties since the backup.
 *
 * A broken audit log is restored unchanged and reported, because a forged entry must not block a restore.
 *
 * @throws Error naming the cause; the database is then unchanged
 */
export async function restore({ databaseUrl, redisUrl, storageDir, folder }: RestoreSettings): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (manifest.files !== null && storageDir === null)
    throw new Error('This backup contains files. Set STORAGE_DIR to the folder they are restored to.');
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'restore' });
  await client.connect();
  let auditProblem: string | null;
  try {
    await assertServicesStopped(client);
    await assertSameVersion(client, manifest);
    await client.query('BEGIN');
    await client.query("SET LOCAL session_replication_role = 'replica'");
    await emptyTables(client);
    for (const table of manifest.tables) await copyIn(client, folder, table);
    for (const sequence of manifest.sequences) {
      if (sequence.lastValue === null) continue;
      await client.query('SELECT setval($1::regclass, $2)', [quoted(client, sequence), sequence.lastValue]);
    }
    await resetInvariantChecks(client, manifest);
    auditProblem = await verifyAuditLog(client, manifest);
    // Before the commit, so that every row that refers to a file finds it.
    if (manifest.files !== null && storageDir !== null) {
      await mkdir(storageDir, { recursive: true });
      await cp(filesFolder(folder), storageDir, { recursive: true, preserveTimestamps: true });
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  await flushRedis(redisUrl);
  return { ...manifest, auditProblem };
}

async function verifyAuditLog(client: ClientBase, { auditHead }: Manifest): Promise<string | null> {
  const query = async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[];
  return (await verifyChain(query, { anchor: auditHead })).problem;
}

async function assertServicesStopped(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND usename = ANY($1) ORDER BY 1`,
    [SCHEMAS.map(roleOf)],
  );
  if (rows.length === 0) return;
  throw new Error(`Stop the services first; still connected: ${rows.map(({ name }) => name).join(', ')}.`);
}

async function assertSameVersion(client: ClientBase, manifest: Manifest): Promise<void> {
  const here = await listMigrations(client);
  const differing = SCHEMAS.filter((schema) => here[schema]?.join() !== manifest.migrations[schema]?.join());
  if (differing.length === 0) return;
  throw new Error(
    `The backup is from another version: migrations of ${differing.join(', ')} differ. ` +
      'Restore it with that version, then upgrade.',
  );
}

/** Truncates all tables. The guards of append-only tables are disabled only inside this transaction. */
async function emptyTables(client: ClientBase): Promise<void> {
  const tables = (await listTables(client)).map((table) => quoted(client, table));
  const guards = await listAlwaysTriggers(client);
  const alter = (action: string) => async (guard: (typeof guards)[number]) =>
    client.query(`ALTER TABLE ${quoted(client, guard)} ${action} TRIGGER ${client.escapeIdentifier(guard.trigger)}`);
  for (const guard of guards) await alter('DISABLE')(guard);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  for (const guard of guards) await alter('ENABLE ALWAYS')(guard);
}

/** Makes every check due, because results from the time of the backup say nothing about the restored state. */
async function resetInvariantChecks(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const table of tables.filter(({ name }) => name === 'invariants'))
    await client.query(`UPDATE ${quoted(client, table)} SET checked_at = 'epoch'`);
}

async function copyIn(client: ClientBase, folder: string, table: BackedUpTable): Promise<void> {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const digest = new Digest();
  const target = client.query(from(`COPY ${quoted(client, table)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), digest, target);
  if (digest.hex !== table.sha256 || target.rowCount !== table.rows)
    throw new Error(`${tableFile(folder, table)} does not match the manifest. Nothing was restored.`);
}

async function flushRedis(url: string): Promise<void> {
  const { url: address, tls } = redisConnection(url);
  const redis = new Redis(address, tls);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
