import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { FolderStorage } from '../storage/folder-storage';
import { S3Storage, type S3Settings } from '../storage/s3-storage';
import { contentTypeOf, type Storage } from '../storage/storage';

/**
 * Makes the copies in the bucket match the files of folder storage. Stored files never change, so a name says whether there is a copy.
 *
 * @returns the number of files copied and removed
 * @throws Error if the folder is empty but the copies are not, because the volume may be missing
 */
export async function copyFiles(copies: S3Settings, folder: string): Promise<{ copied: number; removed: number }> {
  const [files, existing] = await Promise.all([filesOf(folder), copiesIn(copies)]);
  if (files.size === 0 && existing.size > 0)
    throw new Error(`${folder} is empty; its ${existing.size} copies are kept.`);
  const bucket = new S3Storage(copies);
  const missing = [...files].filter((key) => !existing.has(key));
  const gone = [...existing].filter((key) => !files.has(key));
  for (const key of missing) await transfer(key, new FolderStorage(folder), bucket);
  for (const key of gone) await bucket.remove(key);
  return { copied: missing.length, removed: gone.length };
}

/** Fetches the copies of files that folder storage lacks, and returns their number. Does nothing for object storage. */
export async function fetchFiles(copies: S3Settings, folder: string | null): Promise<number> {
  if (folder === null) return 0;
  const files = await filesOf(folder);
  const missing = [...(await copiesIn(copies))].filter((key) => !files.has(key));
  for (const key of missing) await transfer(key, new S3Storage(copies), new FolderStorage(folder));
  return missing.length;
}

/** A file that was deleted in the meantime is skipped. */
async function transfer(key: string, from: Storage, to: Storage): Promise<void> {
  const file = await from.get(key);
  if (file) await to.put(key, file.stream, { contentType: contentTypeOf(key), maxBytes: Infinity });
}

/** Keys of all files except incomplete ones, whose names or folders begin with a dot. */
async function filesOf(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const keys = files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  return new Set(keys.filter((key) => !key.split(path.sep).some((part) => part.startsWith('.'))));
}

async function copiesIn({
  bucket,
  prefix,
  region,
  endpoint,
  isPathStyle,
  credentials,
}: S3Settings): Promise<Set<string>> {
  const client = new S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(credentials ? { credentials } : {}),
  });
  const keys = new Set<string>();
  for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key } of page.Contents ?? []) if (Key) keys.add(Key.slice(prefix.length));
  client.destroy();
  return keys;
}
