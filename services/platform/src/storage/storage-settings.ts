import { z } from 'zod';
import { ConfigurationError } from '../config';
import type { EnvironmentRule } from '../security/production-rules';
import { FolderStorage } from './folder-storage';
import type { S3Settings } from './s3-storage';
import type { Storage } from './storage';

export type StorageSettings = { kind: 'folder'; folder: string } | S3Settings;

/** Variables of a process that reads or writes files. */
export const storageEnvironment = {
  STORAGE_DIR: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name: 3 to 63 lower case letters, digits, - or .')
    .optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
};
type StorageValues = z.output<z.ZodObject<typeof storageEnvironment>>;

type StorageVariables = Pick<StorageValues, 'STORAGE_DIR' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>;

/** Checks variables that depend on each other. Pass it to `parseEnvironment`. */
export const storageRule = ((values: StorageVariables) => {
  if (!values.S3_BUCKET) return values.STORAGE_DIR ? [] : ['STORAGE_DIR, S3_BUCKET: set one of them'];
  return !values.S3_ACCESS_KEY_ID === !values.S3_SECRET_ACCESS_KEY
    ? []
    : ['S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: set both or neither'];
}) satisfies EnvironmentRule;

/**
 * A bucket where one is named, else the folder.
 *
 * @throws ConfigurationError where neither is named, or half of the credentials
 */
export function storageSettings(values: StorageValues): StorageSettings {
  const { STORAGE_DIR: folder, S3_BUCKET: bucket, S3_ENDPOINT: endpoint = null } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  const faults = storageRule(values);
  if (faults.length > 0) throw new ConfigurationError(faults);
  if (!bucket) return { kind: 'folder', folder: folder ?? '' };
  const hasKeys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    kind: 's3',
    bucket,
    prefix: '',
    region: values.S3_REGION,
    endpoint,
    // Self-hosted servers rarely have a host name per bucket; Amazon S3 always does.
    isPathStyle: endpoint !== null,
    credentials: hasKeys ? { accessKeyId, secretAccessKey } : null,
  };
}

/** Opens the configured storage. The AWS SDK is loaded only for a bucket. */
export async function openStorage(settings: StorageSettings): Promise<Storage> {
  if (settings.kind === 'folder') return new FolderStorage(settings.folder);
  const { S3Storage } = await import('@luit/platform/storage/s3-storage');
  return new S3Storage(settings);
}
