import { constants, createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, type ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { readHead } from '../audit/verify-chain';
import { postgresConnection } from '../addresses/certificate-authorities';
import {
  BACKED_UP_SCHEMAS,
  countRows,
  listMigrations,
  listSequences,
  listTables,
  quoted,
  serverMajor,
} from './catalog';
import { Digest } from './digest';
import { type CopiedTable, dumpFile, filesFolder, type Manifest, manifestFile, tableFile } from './manifest';
import { dumpSchemas, hasPostgresTools } from './postgres-tools';

export interface BackUpSettings {
  /** Its role must be able to read every schema. */
  databaseUrl: string;
  /** Root of folder storage; null for object storage, which has its own versioning and replication. */
  storageDir: string | null;
  /** Must be empty or not exist. */
  folder: string;
  /** An older backup on the same file system. Files that it contains are linked to it instead of copied. */
  previous?: string;
}

/**
 * Backs up all rows, as of one snapshot, and all files to a folder. The services may keep running. Uses pg_dump where it is
 * installed in the version of the server, otherwise COPY. Redis is not backed up, because its content is rebuilt from the rows.
 *
 * @throws Error if the folder is not empty
 */
export async function backUp({ databaseUrl, storageDir, folder, previous }: BackUpSettings): Promise<Manifest> {
  await mkdir(path.join(folder, 'database'), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 1 || (await readdir(path.join(folder, 'database'))).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder for each backup.`);

  const database = await backUpDatabase(databaseUrl, folder);
  // After the rows, because a file is stored before the row that refers to it.
  const files =
    storageDir === null ? null : await copyFiles(storageDir, filesFolder(folder), previous && filesFolder(previous));
  const manifest: Manifest = { ...database, files };
  await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

async function backUpDatabase(databaseUrl: string, folder: string) {
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'backup' });
  await client.connect();
  try {
    // One snapshot for all schemas keeps the ledger and the jobs consistent.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: now } = await client.query<{ at: Date }>('SELECT now() AS at');
    const hasTools = await hasPostgresTools(await serverMajor(client));
    const content = hasTools ? await dumpDatabase(client, databaseUrl, folder) : await copyTables(client, folder);
    const auditHead = await readHead(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
    return { ...content, at: now[0]?.at.toISOString() ?? '', migrations: await listMigrations(client), auditHead };
  } finally {
    await client.end();
  }
}

async function dumpDatabase(client: ClientBase, databaseUrl: string, folder: string) {
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const sha256 = await dumpSchemas(databaseUrl, {
    schemas: BACKED_UP_SCHEMAS,
    snapshot: rows[0]?.snapshot ?? '',
    file: dumpFile(folder),
  });
  return { format: 2 as const, tables: await countRows(client), dump: { sha256 } };
}

async function copyTables(client: ClientBase, folder: string) {
  const tables: CopiedTable[] = [];
  for (const table of await listTables(client)) {
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
    const digest = new Digest();
    const source = client.query(to(`COPY (SELECT ${columns} FROM ${quoted(client, table)}) TO STDOUT`));
    const file = createWriteStream(tableFile(folder, table), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, digest, createGzip(), file);
    tables.push({ ...table, rows: source.rowCount, sha256: digest.hex });
  }
  // Sequences are not transactional. Read last, each is at or past the values in the copied rows.
  return { format: 1 as const, tables, sequences: await listSequences(client) };
}

/**
 * Copies files, except incomplete ones, whose names begin with a dot. Stored files never change, so one that the previous backup
 * contains needs no second copy.
 *
 * @returns the number of files
 */
async function copyFiles(from: string, target: string, previous?: string): Promise<number> {
  let files = 0;
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || name.split(path.sep).some((part) => part.startsWith('.'))) continue;
    await mkdir(path.dirname(path.join(target, name)), { recursive: true, mode: 0o700 });
    await linkOrCopy(previous && path.join(previous, name), path.join(from, name), path.join(target, name));
    files++;
  }
  return files;
}

async function linkOrCopy(previous: string | undefined, source: string, target: string): Promise<void> {
  const { size, mtime } = await stat(source);
  if (previous !== undefined) {
    const known = await stat(previous).catch(missing);
    // Setting a time may lose a fraction of a millisecond.
    if (known?.size === size && Math.abs(known.mtime.getTime() - mtime.getTime()) <= 1) return link(previous, target);
  }
  await copyFile(source, target, constants.COPYFILE_EXCL);
  await utimes(target, mtime, mtime);
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
