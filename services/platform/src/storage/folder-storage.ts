import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, mkdirSync } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { countRefusedWrite } from '../errors/refused-writes';
import { ByteLimit } from './byte-limit';
import {
  ABANDONED_AFTER_MS,
  assertContentType,
  type ByteRange,
  clampRange,
  contentTypeOf,
  type ListedFile,
  type OpenedFile,
  type PutOptions,
  Storage,
  type StoredFile,
} from './storage';

/** Holds incomplete files. It is on the same file system, so a rename is atomic, and no key starts with a dot. */
const INCOMING = '.incoming';

/** Only the user that runs all processes can access uploads and results, regardless of the umask. */
const PRIVATE = { folder: { recursive: true, mode: 0o700 }, file: 0o600 } as const;

/** Stores files in a folder that all processes share. */
export class FolderStorage implements Storage {
  constructor(private readonly root: string) {}

  async put(key: string, content: Readable, { contentType, maxBytes, signal }: PutOptions): Promise<number> {
    assertContentType(key, contentType);
    const target = join(this.root, key);
    const incoming = join(this.root, INCOMING, randomUUID());
    // Synchronous, because an error that the stream emits before the pipeline starts would be unhandled.
    mkdirSync(dirname(incoming), PRIVATE.folder);
    try {
      const bytes = await writeSynced(incoming, content, maxBytes, signal);
      await mkdir(dirname(target), PRIVATE.folder);
      await rename(incoming, target);
      await syncFolder(dirname(target));
      return bytes;
    } catch (error) {
      countRefusedWrite(error);
      await rm(incoming, { force: true });
      throw error;
    }
  }

  async get(key: string, range?: ByteRange): Promise<OpenedFile | null> {
    const contentType = contentTypeOf(key);
    const handle = await orNull(open(join(this.root, key), 'r'));
    if (!handle) return null;
    try {
      const { size, mtime } = await handle.stat();
      const bytes = range ? clampRange(range, size) : null;
      const stream = handle.createReadStream(bytes ?? {});
      return { size, contentType, modifiedAt: mtime, stream, range: bytes };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | null> {
    const contentType = contentTypeOf(key);
    const found = await orNull(stat(join(this.root, key)));
    return found && { size: found.size, contentType, modifiedAt: found.mtime };
  }

  async remove(key: string): Promise<void> {
    contentTypeOf(key);
    await rm(join(this.root, key), { force: true });
  }

  async assertWritable(): Promise<void> {
    await mkdir(this.root, PRIVATE.folder);
    await access(this.root, constants.W_OK);
  }

  assertReachable(): Promise<void> {
    return this.assertWritable();
  }

  async *list(folder: string, after = ''): AsyncGenerator<ListedFile> {
    const names = (await orNull(readdir(join(this.root, folder)))) ?? [];
    const keys = names.map((name) => `${folder}/${name}`).filter((key) => key > after);
    for (const key of keys.sort()) {
      const found = await orNull(stat(join(this.root, key)));
      if (found?.isFile()) yield { key, modifiedAt: found.mtime };
    }
  }

  async removeAbandoned(now = Date.now()): Promise<number> {
    const folder = join(this.root, INCOMING);
    const names = (await orNull(readdir(folder))) ?? [];
    const isOld = async (name: string): Promise<boolean> => {
      const found = await orNull(stat(join(folder, name)));
      return found !== null && found.mtimeMs < now - ABANDONED_AFTER_MS;
    };
    const ages = await Promise.all(names.map(async (name) => ({ name, isOld: await isOld(name) })));
    const abandoned = ages.filter((file) => file.isOld);
    await Promise.all(abandoned.map(({ name }) => rm(join(folder, name), { force: true })));
    return abandoned.length;
  }
}

async function writeSynced(path: string, content: Readable, maxBytes: number, signal?: AbortSignal): Promise<number> {
  const limit = new ByteLimit(maxBytes);
  // Flush to disk, because after a power failure a row must not refer to a file that was lost.
  const file = createWriteStream(path, { flags: 'wx', mode: PRIVATE.file, flush: true });
  try {
    await pipeline(content, limit, file, { signal });
  } finally {
    // A stream that fails immediately does not wait for the file to open, so the file could appear after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
  }
  return limit.bytes;
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
