import { z } from 'zod';
import { id } from '../messages/fields';
import { call } from '../messages/message';

const usage = z.object({ items: z.int(), bytes: z.int() });
export const storageUsage = z.object({
  /** Videos and photos with a file, those in the trash included. */
  total: usage,
  /** Those of them that are in the trash. */
  trash: usage,
});
/**
 * How much the files of an account take up: results with their small and animated versions. Thumbnails and uploaded images are not
 * counted, as the library says: several requests may share an image, so it belongs to none of them alone.
 */
export type StorageUsage = z.infer<typeof storageUsage>;

export const storageUsageCalls = {
  getStorageUsage: call('generation.getStorageUsage', { input: z.object({ userId: id }), output: storageUsage }),
};
