import { ConfigurationError, parseEnvironment } from '../config';
import { storageEnvironment, storageSettings } from './storage-settings';

const read = (env: NodeJS.ProcessEnv) => storageSettings(parseEnvironment(storageEnvironment, env));
const BUCKET = { S3_BUCKET: 'luit-files' };

describe('where files lie', () => {
  it('is a folder, or a bucket as soon as one is named', () => {
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

  it('reads a server of one’s own, addressed by path unless told otherwise', () => {
    const own = { ...BUCKET, S3_ENDPOINT: 'https://s3.example', S3_PREFIX: 'shop/luit', S3_REGION: 'eu-central-1' };
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(read({ ...own, ...keys })).toMatchObject({
      prefix: 'shop/luit/',
      endpoint: 'https://s3.example',
      isPathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    });
    expect(read({ ...own, S3_PATH_STYLE: 'false' })).toMatchObject({ isPathStyle: false });
  });

  it('says plainly what is missing or wrong', () => {
    expect(() => read({})).toThrow('set one of them, a folder or a bucket');
    expect(() => read({ ...BUCKET, S3_ACCESS_KEY_ID: 'id' })).toThrow('set both or neither');
    const wrong = { S3_BUCKET: 'No Bucket', S3_ENDPOINT: 's3.example', S3_PATH_STYLE: 'yes', S3_PREFIX: '../up' };
    expect(() => read(wrong)).toThrow(ConfigurationError);
    for (const name of Object.keys(wrong)) expect(() => read(wrong)).toThrow(name);
  });
});
