import { ConfigurationError } from '@luit/platform/config';
import { openStorage, storageSettings, type StorageSettings } from '@luit/platform/storage/storage-settings';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Finding, error, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const MIN_FREE_BYTES = 5 * 1024 ** 3;

/** Checks that files can be written, read and deleted, and that there is free space. */
export async function checkFiles(values: Settings): Promise<Finding[]> {
  let settings: StorageSettings;
  try {
    settings = storageSettings(values);
  } catch (cause) {
    if (cause instanceof ConfigurationError) return cause.faults.map((each) => error(each, 'See .env.example.'));
    throw cause;
  }
  const location = settings.kind === 'folder' ? settings.folder : `bucket ${settings.bucket}`;
  try {
    const storage = await openStorage(settings);
    const [key, content] = [`doctor/${randomUUID()}.jpg`, 'doctor test file'];
    await storage.put(key, Readable.from([content]), { contentType: 'image/jpeg', maxBytes: content.length });
    const stored = await storage.get(key);
    const isIntact = stored !== null && (await text(stored.stream)) === content;
    await storage.remove(key);
    if (!isIntact) return [error(`${location} returns different content than was stored`, 'Check the storage system.')];
    return [ok(`${location} can be written, read and deleted`), ...(await checkFreeSpace(settings))];
  } catch (cause) {
    return [
      error(
        `${location}: ${errorMessage(cause)}`,
        'Check the write permission, or the bucket, region and access keys.',
      ),
    ];
  }
}

async function checkFreeSpace(settings: StorageSettings): Promise<Finding[]> {
  if (settings.kind !== 'folder') return [];
  const { bavail, bsize } = await statfs(settings.folder);
  const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
  if (bavail * bsize >= MIN_FREE_BYTES) return [ok(`${gigabytes} GB free`)];
  return [warning(`Only ${gigabytes} GB free`, 'Videos will soon fill the disk. Add space, or use a bucket.')];
}
