import { z } from 'zod';

/** Variables that every backup program reads. */
export const backupEnvironment = {
  /** Address with the role of a superuser. */
  ADMIN_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  STORAGE_DIR: z.string().min(1).optional(),
  /** Files in object storage are not part of a backup: it has versioning and replication of its own. */
  S3_BUCKET: z.string().optional(),
};

/** The folder of stored files; null for object storage. */
export function storageFolder(env: { STORAGE_DIR?: string; S3_BUCKET?: string }): string | null {
  return env.S3_BUCKET ? null : (env.STORAGE_DIR ?? null);
}
