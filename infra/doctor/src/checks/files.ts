import { ConfigurationError } from '@luit/platform/config';
import { openStorage, storageSettings, type StorageSettings } from '@luit/platform/storage/storage-settings';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Finding, fault, ok, errorMessage, warning } from '../finding';
import type { Settings } from '../settings';

const LEAST_FREE = 5 * 1024 ** 3;

/** Files can be written, read back and removed, and there is room for more. */
export async function checkFiles(values: Settings): Promise<Finding[]> {
  let settings: StorageSettings;
  try {
    settings = storageSettings(values);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults.map((each) => fault(each, 'See .env.example.'));
    throw error;
  }
  const where = settings.kind === 'folder' ? settings.folder : `bucket ${settings.bucket}`;
  try {
    const storage = await openStorage(settings);
    const [key, content] = [`doctor/${randomUUID()}.jpg`, 'a file of the doctor'];
    await storage.put(key, Readable.from([content]), { contentType: 'image/jpeg', maxBytes: content.length });
    const found = await storage.get(key);
    const isSame = found !== null && (await text(found.stream)) === content;
    await storage.remove(key);
    if (!isSame) return [fault(`${where} gives back something else than was stored`, 'Check the storage itself.')];
    return [ok(`${where} stores, gives back and removes`), ...(await checkRoom(settings))];
  } catch (error) {
    return [fault(`${where}: ${errorMessage(error)}`, 'May this user write there? Are bucket, region and keys right?')];
  }
}

async function checkRoom(settings: StorageSettings): Promise<Finding[]> {
  if (settings.kind !== 'folder') return [];
  const { bavail, bsize } = await statfs(settings.folder);
  const gigabytes = ((bavail * bsize) / 1024 ** 3).toFixed(1);
  if (bavail * bsize >= LEAST_FREE) return [ok(`${gigabytes} GB are free`)];
  return [warning(`only ${gigabytes} GB are free`, 'Videos will soon find no place: add room, or move to a bucket.')];
}
