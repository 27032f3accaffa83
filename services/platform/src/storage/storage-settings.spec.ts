import { ConfigurationError, parseEnvironment } from '../config';
import { storageEnvironment, storageSettings } from './storage-settings';

const read = (env: NodeJS.ProcessEnv) => storageSettings(parseEnvironment(storageEnvironment, env));
const BUCKET = { S3_BUCKET: 'luit-files' };

describe('storageSettings', () => {
  it('selects a folder, or a bucket if one is set', () => {
    expect(read({ STORAGE_DIR: '/data' })).toEqual({ kind: 'folder', folder: '/data' });
    expect(read({ STORAGE_DIR: '/data', ...BUCKET })).toEqual({
      kind: 's3',
      bucket: 'luit-files',
      prefix: '',
      region: 'us-east-1',
      endpoint: null,
      isPathStyle: false,
      credentials: null,
    });
  });

  it('uses path-style URLs for a custom endpoint', () => {
    const own = { ...BUCKET, S3_ENDPOINT: 'https://s3.example', S3_REGION: 'eu-central-1' };
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(read({ ...own, ...keys })).toMatchObject({
      endpoint: 'https://s3.example',
      isPathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
  });

  it('rejects missing and invalid variables by name', () => {
    expect(() => read({})).toThrow('STORAGE_DIR, S3_BUCKET: set one of them');
    expect(() => read({ ...BUCKET, S3_ACCESS_KEY_ID: 'id' })).toThrow('set both or neither');
    const wrong = { S3_BUCKET: 'No Bucket', S3_ENDPOINT: 's3.example' };
    expect(() => read(wrong)).toThrow(ConfigurationError);
    for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(name);
  });
});
