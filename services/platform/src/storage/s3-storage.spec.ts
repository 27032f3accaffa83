import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { type RunningS3, startS3 } from '@luit/sandbox/s3/s3';
import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type S3Settings, S3Storage } from './s3-storage';
import { describeStorage } from '../testing/storage-contract';

const DAY_MS = 24 * 3_600_000;
/** `http://key:secret@host:port/bucket` of a real S3 server to test instead of the sandbox. The bucket must exist. */
const REAL_S3_URL = process.env.LUIT_TEST_S3_URL;

describe('S3Storage', () => {
  let sandbox: RunningS3 | undefined;
  let settings: S3Settings;
  const fresh = (changes: Partial<S3Settings> = {}): S3Settings => ({
    ...settings,
    prefix: `tests/${randomUUID()}/`,
    ...changes,
  });
  const clientOf = ({ endpoint, region, credentials }: S3Settings) =>
    new S3Client({
      endpoint: endpoint ?? undefined,
      region,
      forcePathStyle: true,
      credentials: credentials ?? undefined,
    });

  beforeAll(async () => {
    if (!REAL_S3_URL) sandbox = await startS3();
    settings = sandbox ? settingsOf(urlOf(sandbox)) : settingsOf(REAL_S3_URL ?? '');
  });

  afterAll(() => sandbox?.close());

  describeStorage('S3', () => Promise.resolve(new S3Storage(fresh())));

  it('reads and writes only under its prefix', async () => {
    const [mine, whole] = [fresh(), fresh({ prefix: '' })];
    await new S3Storage(mine).put('uploads/a.png', Readable.from(['x']), { contentType: 'image/png', maxBytes: 1 });
    expect(await new S3Storage(whole).stat(`${mine.prefix}uploads/a.png`)).toMatchObject({ size: 1 });
    expect(await new S3Storage(fresh()).stat('uploads/a.png')).toBeNull();
  });

  it('a failed put leaves no parts behind', async () => {
    const own = fresh();
    const storage = new S3Storage(own);
    const content = new PassThrough();
    const options = { contentType: 'video/mp4', maxBytes: 50_000_000 };
    const putting = storage.put('outputs/1/video.mp4', content, options);
    await Promise.all([
      expect(putting).rejects.toThrow('connection lost'),
      (async () => {
        for (let mebibytes = 0; mebibytes < 12; mebibytes += 1) {
          await new Promise((resolve) => content.write(Buffer.alloc(1024 * 1024), resolve));
        }
        content.destroy(new Error('connection lost'));
      })(),
    ]);
    expect(await storage.removeAbandoned(Date.now() + 2 * DAY_MS)).toBe(0);
    expect(await storage.stat('outputs/1/video.mp4')).toBeNull();
  });

  it('removeAbandoned aborts multipart uploads older than a day and no others', async () => {
    const own = fresh();
    const storage = new S3Storage(own);
    const path = { Bucket: own.bucket, Key: `${own.prefix}outputs/1/video.mp4` };
    const client = clientOf(own);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(path));
    await client.send(new UploadPartCommand({ ...path, UploadId, PartNumber: 1, Body: 'half' }));
    client.destroy();
    expect(await storage.removeAbandoned()).toBe(0);
    expect(await storage.removeAbandoned(Date.now() + 2 * DAY_MS)).toBe(1);
    expect(await storage.removeAbandoned(Date.now() + 2 * DAY_MS)).toBe(0);
  });

  it('a missing bucket and invalid credentials are errors, unlike a missing file', async () => {
    const elsewhere = new S3Storage(fresh({ bucket: `none-${randomUUID()}` }));
    await expect(elsewhere.get('a.png')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(elsewhere.assertWritable()).rejects.toThrow();
    await expect(elsewhere.assertReachable()).rejects.toThrow();
    const credentials = { accessKeyId: settings.credentials?.accessKeyId ?? '', secretAccessKey: 'not-the-secret' };
    const stranger = new S3Storage(fresh({ credentials }));
    await expect(stranger.get('a.png')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(stranger.assertWritable()).rejects.toThrow();
  });

  it('streams content instead of loading it into memory', async () => {
    const storage = new S3Storage(fresh());
    const bytes = 8_000_000;
    await storage.put('a.mp4', Readable.from([Buffer.alloc(bytes)]), { contentType: 'video/mp4', maxBytes: bytes });
    const file = await storage.get('a.mp4');
    expect(file?.stream.readableLength).toBeLessThan(1_000_000);
    expect((await buffer(file?.stream ?? Readable.from([]))).length).toBe(bytes);
  });
});

function urlOf({ url, keys, bucket }: RunningS3): string {
  const withKeys = new URL(url);
  withKeys.username = keys.accessKeyId;
  withKeys.password = keys.secretAccessKey;
  return `${withKeys.href}${bucket}`;
}

function settingsOf(text: string): S3Settings {
  const { username, password, origin, pathname } = new URL(text);
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  return {
    kind: 's3',
    bucket: pathname.slice(1),
    prefix: '',
    region: 'us-east-1',
    endpoint: origin,
    isPathStyle: true,
    credentials,
  };
}
