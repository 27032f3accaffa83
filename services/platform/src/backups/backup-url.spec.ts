import { parseBackupUrl } from './backup-url';

describe('BACKUP_URL', () => {
  it('names a bucket of Amazon, whose region is part of the host', () => {
    expect(parseBackupUrl('s3://KEY:a%2Fb@s3.ap-south-1.amazonaws.com/luit-backups/production')).toMatchObject({
      destination: 's3://luit-backups/production',
      endpoint: null,
      environment: { AWS_DEFAULT_REGION: 'ap-south-1', AWS_ACCESS_KEY_ID: 'KEY', AWS_SECRET_ACCESS_KEY: 'a/b' },
      files: { bucket: 'luit-backups', prefix: 'production/files/', isPathStyle: false },
    });
  });

  it('names a bucket of another server, and no keys where the machine has a role', () => {
    expect(parseBackupUrl('s3://s3.eu-central-003.example.com/bucket/a/b')).toMatchObject({
      destination: 's3://bucket/a/b',
      endpoint: 'https://s3.eu-central-003.example.com',
      environment: { AWS_DEFAULT_REGION: 'eu-central-003' },
      files: { prefix: 'a/b/files/', isPathStyle: true, credentials: null },
    });
    expect(parseBackupUrl('s3+http://k:s@127.0.0.1:9000/bucket/a')?.endpoint).toBe('http://127.0.0.1:9000');
  });

  it.each([
    '',
    'bucket/folder',
    'https://host/bucket/folder',
    's3://host/bucket',
    's3:///bucket/folder',
    's3://KEY@host/bucket/folder',
  ])('rejects %j', (url) => {
    expect(parseBackupUrl(url)).toBeNull();
  });
});
