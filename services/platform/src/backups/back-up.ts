import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, type ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { readHead } from '../audit/verify-chain';
import { postgresConnection } from '../addresses/certificate-authorities';
import { listMigrations, listSequences, listTables, quoted } from './catalog';
import { Digest } from './digest';
import { type CopiedTable, filesFolder, type Manifest, manifestFile, tableFile } from './manifest';

export interface BackUpSettings {
  /** Its role must be able to read every schema. */
  databaseUrl: string;
  /** Root of folder storage; null for object storage, which has its own versioning and replication. */
  storageDir: string | null;
  /** Must be empty or not exist. */
  folder: string;
}

/**
 * Backs up all rows, as of one snapshot, and all files to a folder. The services may keep running. Redis is not backed up, because its content is rebuilt from the rows.
 *
 * @throws Error if the folder is not empty
 */
export async function backUp({ databaseUrl, storageDir, folder }: BackUpSettings): Promise<Manifest> {
  await mkdir(path.join(folder, 'database'), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 1 || (await readdir(path.join(folder, 'database'))).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder for each backup.`);

  const database = await backUpDatabase(databaseUrl, folder);
  // After the rows, because a file is stored before the row that refers to it.
  const files = storageDir === null ? null : await copyFiles(storageDir, filesFolder(folder));
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
    const content = await copyTables(client, folder);
    const auditHead = await readHead(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
    return { ...content, at: now[0]?.at.toISOString() ?? '', migrations: await listMigrations(client), auditHead };
  } finally {
    await client.end();
  }
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
  return { tables, sequences: await listSequences(client) };
}

/** Copies files, except incomplete ones, whose names begin with a dot. @returns the number of files */
async function copyFiles(from: string, target: string): Promise<number> {
  let files = 0;
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name));
    if (!entry.isFile() || name.split(path.sep).some((part) => part.startsWith('.'))) continue;
    const file = path.join(target, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await cp(path.join(from, name), file, { errorOnExist: true, force: false, preserveTimestamps: true });
    files++;
  }
  return files;
}
