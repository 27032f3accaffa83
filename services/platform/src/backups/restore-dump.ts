import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { countRows, serverMajor } from './catalog';
import { Digest } from './digest';
import { dumpFile, type DumpManifest } from './manifest';
import { hasPostgresTools, restoreSchemas } from './postgres-tools';

/** Checks that the dump matches the manifest and that this machine can restore it. @throws Error if not */
export async function assertRestorable(client: ClientBase, folder: string, { dump }: DumpManifest): Promise<void> {
  const major = await serverMajor(client);
  if (!(await hasPostgresTools(major)))
    throw new Error(`This backup was made by pg_dump. Put pg_dump and pg_restore ${major} on the PATH.`);
  const digest = new Digest();
  await pipeline(createReadStream(dumpFile(folder)), digest.resume());
  if (digest.hex !== dump.sha256)
    throw new Error(`${dumpFile(folder)} does not match the manifest. Nothing was restored.`);
}

/** Replaces all schemas with the dumped ones in one transaction of pg_restore, and counts their rows afterward. */
export async function restoreDump(
  client: ClientBase,
  databaseUrl: string,
  folder: string,
  { tables }: DumpManifest,
): Promise<void> {
  await restoreSchemas(databaseUrl, dumpFile(folder));
  const restored = new Map((await countRows(client)).map(({ schema, name, rows }) => [`${schema}.${name}`, rows]));
  const wrong = tables.filter(({ schema, name, rows }) => restored.get(`${schema}.${name}`) !== rows);
  if (wrong.length > 0)
    throw new Error(
      `Restored, but rows are missing in ${wrong.map(({ schema, name }) => `${schema}.${name}`).join(', ')}.`,
    );
}
