import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { readHead } from '../audit/verify-chain';
import { postgresConnection } from '../security/certificate-authorities';
import { listMigrations, listSequences, listTables, quoted } from './catalog';
import { type BackedUpTable, filesFolder, type Manifest, manifestFile, tableFile } from './manifest';

export interface BackUpSettings {
  /** Its role must be able to read every schema. */
  databaseUrl: string;
  /** Root of folder storage; null for object storage, which has its own versioning and replication. */
  storageDir: string | null;
  /** Must be empty or not exist. */
  folder: string;
}

/**
 * Backs up all rows, as of one snapshot, and all files to a folder. The services may keep running. Redis is not backed up,
 * because its content is rebuilt from the rows.
 *
 * @throws Error if the folder is not empty
 */
export async function backUp({ databaseUrl, storageDir, folder }: BackUpSettings): Promise<Manifest> {
  await mkdir(path.join(folder, 'database'), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 1 || (await readdir(path.join(folder, 'database'))).length > 0)
    throw new Error(`${folder} is not empty. Name a new folder for each backup.`);

  const rows = await copyDatabase(databaseUrl, folder);
  // After the rows, because a file is stored before the row that refers to it.
  const files = storageDir === null ? null : await copyFiles(storageDir, filesFolder(folder));
  const manifest: Manifest = { format: 1, ...rows, files };
  await writeFile(manifestFile(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  return manifest;
}

async function copyDatabase(databaseUrl: string, folder: string) {
  const client = new Client({ ...postgresConnection(databaseUrl), application_name: 'backup' });
  await client.connect();
  try {
    // One snapshot for all schemas keeps the ledger and the jobs consistent.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows: now } = await client.query<{ at: Date }>('SELECT now() AS at');
    const tables: BackedUpTable[] = [];
    for (const table of await listTables(client)) {
      const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
      const digest = new Digest();
      const source = client.query(to(`COPY ${quoted(client, table)} (${columns}) TO STDOUT`));
      const file = createWriteStream(tableFile(folder, table), { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(source, digest, createGzip(), file);
      tables.push({ ...table, rows: source.rowCount, sha256: digest.hex });
    }
    // Sequences are not transactional. Read last, each is at or past the values in the copied rows.
    const sequences = await listSequences(client);
    const auditHead = await readHead(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
    const at = now[0]?.at.toISOString() ?? '';
    return { at, migrations: await listMigrations(client), tables, sequences, auditHead };
  } finally {
    await client.end();
  }
}

/** Copies files, except incomplete ones, whose names begin with a dot. @returns the number of files */
async function copyFiles(from: string, target: string): Promise<number> {
  let files = 0;
  await cp(from, target, {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => source === from || !path.basename(source).startsWith('.'),
  });
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) if (entry.isFile()) files++;
  return files;
}

/** Passes bytes through and computes their SHA-256. */
export class Digest extends Transform {
  private readonly hash = createHash('sha256');

  get hex(): string {
    return this.hash.copy().digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error, chunk?: Buffer) => void): void {
    this.hash.update(chunk);
    done(undefined, chunk);
  }
}
