import type { ClientBase } from 'pg';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Digest } from '../backups/digest';
import type { Storage } from '../storage/storage';

/** No archive is larger, bytes. */
const MAX_BYTES = 2 ** 40;
/** Rows in memory at a time. */
const PAGE = 5_000;

/** A file of JSON rows, one per line, compressed by gzip. */
export interface Archive {
  /** In the storage. It ends with `.ndjson.gz`. */
  key: string;
  rows: number;
  /** Size of the compressed file. */
  bytes: number;
  /** SHA-256 of the compressed file, in hex. */
  sha256: string;
}

/**
 * Writes rows to the storage, replacing an earlier file of that key, and reads the file back.
 *
 * @param client in a transaction
 * @param select a statement with one jsonb column named `row`
 * @throws Error if the stored file differs from the written rows, or the error of Postgres or the storage
 */
export async function archiveRows(client: ClientBase, storage: Storage, key: string, select: string): Promise<Archive> {
  await client.query(`DECLARE archived NO SCROLL CURSOR FOR SELECT row::text FROM (${select}) AS selected`);
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const { rows: page } = await client.query<{ row: string }>(`FETCH ${PAGE} FROM archived`);
      if (page.length === 0) return;
      rows += page.length;
      yield page.map(({ row }) => `${row}\n`).join('');
    }
  }
  const digest = new Digest();
  const written = pipeline(Readable.from(lines()), createGzip(), digest);
  const stored = storage.put(key, digest, { contentType: 'application/gzip', maxBytes: MAX_BYTES });
  // The caller ends the transaction, so reading must not outlast a failure of the storage.
  stored.catch((error: Error) => digest.destroy(error));
  await Promise.allSettled([stored, written]);
  const bytes = await stored;
  await written;
  await client.query('CLOSE archived');
  if ((await storedDigest(storage, key)) !== digest.hex) throw new Error(`${key} differs from what was written`);
  return { key, rows, bytes, sha256: digest.hex };
}

async function storedDigest(storage: Storage, key: string): Promise<string | undefined> {
  const file = await storage.get(key);
  if (!file) return undefined;
  const digest = new Digest();
  await pipeline(file.stream, digest.resume());
  return digest.hex;
}
