import { cp, mkdir } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { Client, type ClientBase } from 'pg';
import { verifyChain } from '../audit/verify-chain';
import { openRedis, primariesOf } from '../redis/open-redis';
import { postgresConnection } from '../addresses/certificate-authorities';
import { roleOf, SCHEMAS } from '../database/prepare-database';
import { listMigrations, quoted } from './catalog';
import { filesFolder, type Manifest, readManifest } from './manifest';
import { restoreCopies } from './restore-copies';
import { assertRestorable, restoreDump } from './restore-dump';

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
  await withRedis(redisUrl, (redis) => redis.ping());
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'restore' });
  await client.connect();
  let auditProblem: string | null;
  try {
    await assertServicesStopped(client);
    await assertSameVersion(client, manifest);
    if (manifest.format === 2) {
      await assertRestorable(client, folder, manifest);
      await restoreFiles(folder, manifest, storageDir);
      await restoreDump(client, databaseUrl, folder, manifest);
      auditProblem = await finish(client, manifest);
    } else {
      await client.query('BEGIN');
      await restoreCopies(client, folder, manifest);
      auditProblem = await finish(client, manifest);
      // Before the commit, so that every row that refers to a file finds it.
      await restoreFiles(folder, manifest, storageDir);
      await client.query('COMMIT');
    }
  } finally {
    await client.end();
  }
  await flushRedis(redisUrl);
  return { ...manifest, auditProblem };
}

/** Makes all invariant checks due, and returns the problem of the audit log. */
async function finish(client: ClientBase, manifest: Manifest): Promise<string | null> {
  await resetInvariantChecks(client, manifest);
  return verifyAuditLog(client, manifest);
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

/** Makes every check due, because results from the time of the backup say nothing about the restored state. */
async function resetInvariantChecks(client: ClientBase, { tables }: Manifest): Promise<void> {
  for (const table of tables.filter(({ name }) => name === 'invariants'))
    await client.query(`UPDATE ${quoted(client, table)} SET checked_at = 'epoch'`);
}

/** Flushes every server of Redis, of a cluster each primary. */
function flushRedis(url: string): Promise<void> {
  return withRedis(url, async (redis) => {
    for (const server of primariesOf(redis)) await server.flushdb();
  });
}

/** @throws Error if Redis does not answer, without another attempt */
async function withRedis(url: string, work: (redis: Redis) => Promise<unknown>): Promise<void> {
  const redis = openRedis(url, { lazyConnect: true, retryStrategy: () => null, sentinelRetryStrategy: () => null });
  // Rejects if the work fails.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await work(redis);
  } finally {
    redis.disconnect();
  }
}
