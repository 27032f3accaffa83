import { cp, mkdir } from 'node:fs/promises';
import { Client, type ClientBase } from 'pg';
import { verifyChain } from '../audit/verify-chain';
import { postgresConnection } from '../addresses/certificate-authorities';
import { roleOf, SCHEMAS } from '../database/prepare-database';
import { listMigrations } from './catalog';
import { filesFolder, type Manifest, readManifest } from './manifest';
import { finishRestore } from './recovery';
import { assertRedisAnswers, flushRedis } from './redis-flush';
import { restoreCopies } from './restore-copies';

export interface RestoreSettings {
  /** Its role must be a superuser. The schemas must be migrated. */
  databaseUrl: string;
  redisUrl: string;
  /** Null for object storage. */
  storageDir: string | null;
  /** A folder that `backUp` wrote. */
  folder: string;
}

export type Restored = Manifest & {
  /** Describes the first broken link of the backed-up audit log; null if the log is intact. */
  auditProblem: string | null;
};

/**
 * Replaces all rows with the rows of a backup in one transaction, adds its files to storage and flushes Redis. All services must be
 * stopped. After they start, the reconcilers catch up with what happened at third parties since the backup.
 *
 * A broken audit log is restored unchanged and reported, because a forged entry must not block a restore.
 *
 * @throws Error naming the cause; the database is then unchanged
 */
export async function restore({ databaseUrl, redisUrl, storageDir, folder }: RestoreSettings): Promise<Restored> {
  const manifest = await readManifest(folder);
  if (manifest.files !== null && storageDir === null)
    throw new Error('This backup contains files. Set STORAGE_DIR to the folder they are restored to.');
  await assertRedisAnswers(redisUrl);
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'restore' });
  await client.connect();
  let auditProblem: string | null;
  try {
    await assertServicesStopped(client);
    await assertSameVersion(client, manifest);
    await client.query('BEGIN');
    await restoreCopies(client, folder, manifest);
    await finishRestore(client);
    auditProblem = await verifyAuditLog(client, manifest);
    // Before the commit, so that every row that refers to a file finds it.
    await restoreFiles(folder, manifest, storageDir);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  await flushRedis(redisUrl);
  return { ...manifest, auditProblem };
}

async function restoreFiles(folder: string, { files }: Manifest, storageDir: string | null): Promise<void> {
  if (files === null || storageDir === null) return;
  await mkdir(storageDir, { recursive: true, mode: 0o700 });
  await cp(filesFolder(folder), storageDir, { recursive: true, preserveTimestamps: true });
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
