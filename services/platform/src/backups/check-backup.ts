import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { createExtensions } from '../database/prepare-database';
import { postgresConnection } from '../addresses/certificate-authorities';
import { Digest } from './digest';
import { type CopyManifest, type DumpManifest, filesFolder, type Manifest, readManifest, tableFile } from './manifest';
import { assertRestorable, restoreDump } from './restore-dump';

const SCRATCH_DATABASE = 'luit_backup_check';
const LINE_FEED = 0x0a;

/**
 * Proves that a backup can be restored. A dump is restored to a scratch database of the same server, its rows are counted, and
 * the database is dropped. Copies are read and compared with their digests and numbers of rows.
 *
 * @param databaseUrl of a superuser
 * @throws Error naming what is missing or altered
 */
export async function checkBackup(databaseUrl: string, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (manifest.format === 2) await checkDump(databaseUrl, folder, manifest);
  else for (const table of manifest.tables) await checkCopy(folder, table);
  if (manifest.files !== null) await checkFiles(folder, manifest.files);
  return manifest;
}

async function checkDump(databaseUrl: string, folder: string, manifest: DumpManifest): Promise<void> {
  const server = await connect(databaseUrl);
  try {
    await assertRestorable(server, folder, manifest);
    // A check that was killed left its database.
    await server.query(`DROP DATABASE IF EXISTS ${SCRATCH_DATABASE} WITH (FORCE)`);
    await server.query(`CREATE DATABASE ${SCRATCH_DATABASE} TEMPLATE template0`);
    await restoreToScratch(databaseUrl, folder, manifest);
    await server.query(`DROP DATABASE ${SCRATCH_DATABASE} WITH (FORCE)`);
  } finally {
    await server.end();
  }
}

async function restoreToScratch(databaseUrl: string, folder: string, manifest: DumpManifest): Promise<void> {
  const scratchUrl = new URL(databaseUrl);
  scratchUrl.pathname = `/${SCRATCH_DATABASE}`;
  const scratch = await connect(scratchUrl.href);
  try {
    await createExtensions(scratch);
    await restoreDump(scratch, scratchUrl.href, folder, manifest);
  } finally {
    await scratch.end();
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'backup-check' });
  await client.connect();
  return client;
}

/** COPY writes one line per row and escapes line breaks inside values. */
async function checkCopy(folder: string, table: CopyManifest['tables'][number]): Promise<void> {
  const file = tableFile(folder, table);
  const digest = new Digest();
  let rows = 0;
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) for (const byte of chunk) if (byte === LINE_FEED) rows++;
  };
  try {
    await pipeline(createReadStream(file), createGunzip(), digest, count);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (digest.hex !== table.sha256 || rows !== table.rows) throw new Error(`${file} does not match the manifest.`);
}

async function checkFiles(folder: string, expected: number): Promise<void> {
  const entries = await readdir(filesFolder(folder), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile()).length;
  if (found !== expected) throw new Error(`${filesFolder(folder)} contains ${found} files instead of ${expected}.`);
}
