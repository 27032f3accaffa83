import { createReadStream } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Redis } from 'ioredis';
import { Client, type ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import { verifyChain } from '../audit/verify-chain';
import { postgresConnection, redisConnection } from '../security/certificate-authorities';
import { roleOf, SCHEMAS } from '../database/prepare';
import { Digest } from './back-up';
import { listMigrations, listAlwaysTriggers, listTables, quoted } from './catalog';
import { type BackedUpTable, filesFolder, type Manifest, readManifest, tableFile } from './manifest';

export interface RestoreSettings {
  /** As a superuser: triggers and foreign keys are set aside while rows come in. The schemas must be migrated. */
  databaseUrl: string;
  redisUrl: string;
  /** Null for object storage. */
  storageDir: string | null;
  /** What `backUp` wrote. */
  folder: string;
}

export interface Restored extends Manifest {
  /** What is wrong with the audit log that the backup held; null for an intact one. */
  auditProblem: string | null;
}

/**
 * Puts a backup in the place of whatever is there: the rows in one transaction, the files beside those that exist, and an
 * empty Redis. No service may run. What happened outside since the backup, the reconcilers find out once they do.
 *
 * A broken audit log is restored as it was and reported, since a forged entry must not keep anybody from restoring.
 *
 * @throws Error naming what stands in the way; then the database is as it was
 */
export async function restore({ databaseUrl, redisUrl, storageDir, folder }: RestoreSettings): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (manifest.files !== null && storageDir === null)
    throw new Error('This backup holds files, and STORAGE_DIR does not say where they go.');
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'restore' });
  await client.connect();
  let auditProblem: string | null;
  try {
    await assertNobodyWorks(client);
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
    // Before the rows count, so that no row is there whose file is not.
    if (manifest.files !== null && storageDir !== null) {
      await mkdir(storageDir, { recursive: true });
      await cp(filesFolder(folder), storageDir, { recursive: true, preserveTimestamps: true });
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  await emptyRedis(redisUrl);
  return { ...manifest, auditProblem };
}

async function verifyAuditLog(client: ClientBase, { auditHead }: Manifest): Promise<string | null> {
  const query = async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[];
  return (await verifyChain(query, { anchor: auditHead })).problem;
}

async function assertNobodyWorks(client: ClientBase): Promise<void> {
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
    `The backup was made by another version (its ${differing.join(', ')} tables differ). ` +
      'Restore it with that version, then upgrade.',
  );
}

/** The one moment at which a log may shrink; its guards are up again before anyone else sees the tables. */
async function emptyTables(client: ClientBase): Promise<void> {
  const tables = (await listTables(client)).map((table) => quoted(client, table));
  const guards = await listAlwaysTriggers(client);
  const alter = (action: string) => async (guard: (typeof guards)[number]) =>
    client.query(`ALTER TABLE ${quoted(client, guard)} ${action} TRIGGER ${client.escapeIdentifier(guard.trigger)}`);
  for (const guard of guards) await alter('DISABLE')(guard);
  await client.query(`TRUNCATE ${tables.join(', ')}`);
  for (const guard of guards) await alter('ENABLE ALWAYS')(guard);
}

/** What the invariants looked like then tells nothing of now: everything is looked at in the first round. */
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
    throw new Error(`${tableFile(folder, table)} is not what was backed up. Nothing was restored.`);
}

async function emptyRedis(url: string): Promise<void> {
  const { url: address, tls } = redisConnection(url);
  const redis = new Redis(address, tls);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
