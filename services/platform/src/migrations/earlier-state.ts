import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ClientBase } from 'pg';
import { listApplied, MIGRATION_TABLES } from './migration-records';

/** No release created this schema: it comes from a development version before 0.1.0, or from something else. */
export class EarlierStateError extends Error {
  constructor(schema: string) {
    super(
      `The schema ${schema} of this database was made by an earlier version of this release, and no migration leads from there to this version. ` +
        'Keep a copy of the data, and start with an empty database: npm start -- --fresh moves the data of a local stack aside.',
    );
  }
}

/** Hashes the SQL of a baseline. The hash identifies the state of a release that has no other migration. */
export function fingerprintOf(sqlFolder: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(sqlFolder).sort()) hash.update(file).update(readFileSync(path.join(sqlFolder, file)));
  return hash.digest('hex');
}

/** @throws EarlierStateError if the migrations of this release do not continue the state of the schema */
export async function assertContinuable(
  client: ClientBase,
  { schema, timestamps, fingerprint }: { schema: string; timestamps: string[]; fingerprint: string },
): Promise<void> {
  const applied = await listApplied(client);
  const isOwn = (name: string): boolean => timestamps.some((timestamp) => name.endsWith(timestamp));
  // A newer release may have added migrations, all of them after ours.
  const isForeign = applied.some((name) => !isOwn(name) && timestampOf(name) < Math.max(...timestamps.map(Number)));
  const isBaselineAlone = timestamps.length === 1 && applied.length === 1;
  const isOther = isBaselineAlone && (await readFingerprint(client)) !== fingerprint;
  const isUnrecorded = applied.length === 0 && (await hasTables(client, schema));
  if (isForeign || isOther || isUnrecorded) throw new EarlierStateError(schema);
}

export async function recordFingerprint(client: ClientBase, fingerprint: string): Promise<void> {
  await client.query(`COMMENT ON TABLE migrations IS '${fingerprint}'`);
}

async function readFingerprint(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `SELECT obj_description('migrations'::regclass, 'pg_class') AS fingerprint`,
  );
  return rows[0]?.fingerprint ?? null;
}

async function hasTables(client: ClientBase, schema: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_tables WHERE schemaname = $1 AND tablename <> ALL ($2) LIMIT 1',
    [schema, MIGRATION_TABLES],
  );
  return rowCount === 1;
}

function timestampOf(name: string): number {
  return Number(/\d+$/.exec(name)?.[0] ?? 0);
}
