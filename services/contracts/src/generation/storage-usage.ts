import { z } from 'zod';
import { id } from '../messages/fields';
import { call } from '../messages/message';

const usage = z.object({ items: z.int(), bytes: z.int() });
export const storageUsage = z.object({
  /** Videos and photos with a file, including the trash. */
  total: usage,
  /** The subset in the trash. */
  trash: usage,
});
/**
 * The size of an account's files: results with their small and animated versions. Thumbnails and uploaded images are not counted, as the
 * library tells users: several requests may share an image, so no single request owns it.
 */
export type StorageUsage = z.infer<typeof storageUsage>;

export const storageUsageCalls = {
  getStorageUsage: call('generation.getStorageUsage', { input: z.object({ userId: id }), output: storageUsage }),
};
