import { z } from 'zod';
import type { S3Settings } from '../storage/s3-storage';

/** The folder of a bucket that keeps backups and the archive of Postgres' write-ahead log. */
export interface BackupLocation {
  /** `s3://BUCKET/FOLDER`, as Barman names it. */
  destination: string;
  /** Null for Amazon S3. */
  endpoint: string | null;
  /** The variables from which Barman reads the region and the keys. */
  environment: Record<string, string>;
  /** Copies of the files of folder storage, beside the backups. */
  files: S3Settings;
}

/** Names of Amazon's endpoints, and of others that follow its pattern, contain the region with which requests are signed. */
const REGIONAL_HOST = /^s3\.([a-z0-9-]+)\..+$/;
const DEFAULT_REGION = 'us-east-1';

/**
 * Reads `s3://KEY:SECRET@HOST/BUCKET/FOLDER`; `s3+http` for a server without TLS on this machine. Without a key, the role of the
 * machine counts. Characters such as `/` in the secret must be percent-encoded, as in every URL.
 *
 * @returns null if the URL has no host, bucket or folder, or a key without its secret
 */
export function parseBackupUrl(text: string): BackupLocation | null {
  const url = URL.parse(text);
  if (!url || !['s3:', 's3+http:'].includes(url.protocol)) return null;
  const [bucket, ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  const accessKeyId = decodeURIComponent(url.username);
  const secretAccessKey = decodeURIComponent(url.password);
  if (!url.hostname || !bucket || folders.length === 0 || !accessKeyId !== !secretAccessKey) return null;
  const region = REGIONAL_HOST.exec(url.hostname)?.[1] ?? DEFAULT_REGION;
  const isAmazon = url.hostname.endsWith('.amazonaws.com');
  const endpoint = isAmazon ? null : `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`;
  const keys: Record<string, string> = accessKeyId
    ? { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
    : {};
  return {
    destination: `s3://${[bucket, ...folders].join('/')}`,
    endpoint,
    environment: { AWS_DEFAULT_REGION: region, ...keys },
    files: {
      kind: 's3',
      bucket,
      prefix: `${folders.join('/')}/files/`,
      region,
      endpoint,
      isPathStyle: endpoint !== null,
      credentials: accessKeyId ? { accessKeyId, secretAccessKey } : null,
    },
  };
}

/** BACKUP_URL of each program that reads or writes backups. */
export const backupUrl = z.string().transform((text, context): BackupLocation => {
  const location = parseBackupUrl(text);
  if (location) return location;
  context.addIssue({ code: 'custom', message: 'must look like s3://KEY:SECRET@s3.REGION.amazonaws.com/BUCKET/FOLDER' });
  return z.NEVER;
});
