import { CreateMultipartUploadCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { type RunningS3, startS3 } from '@luit/sandbox/s3/s3';
import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { S3Storage } from './s3-storage';
import { describeStorage } from '../testing/storage-contract';
import type { S3Settings } from './storage-settings';

const DAY_MS = 24 * 3_600_000;
/** `http://key:secret@host:port/bucket` of a store to run against instead of the stand-in; the bucket has to be there. */
const REAL = process.env.LUIT_TEST_S3_URL;

describe('S3Storage', () => {
  let stand: RunningS3 | undefined;
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
    if (!REAL) stand = await startS3();
    settings = stand ? settingsOf(addressOf(stand)) : settingsOf(REAL ?? '');
  });

  afterAll(() => stand?.close());

  describeStorage('S3', () => Promise.resolve(new S3Storage(fresh())));

  it('keeps to its prefix', async () => {
    const [mine, whole] = [fresh(), fresh({ prefix: '' })];
    await new S3Storage(mine).put('uploads/a.png', Readable.from(['x']), { contentType: 'image/png', maxBytes: 1 });
    expect(await new S3Storage(whole).stat(`${mine.prefix}uploads/a.png`)).toMatchObject({ size: 1 });
    expect(await new S3Storage(fresh()).stat('uploads/a.png')).toBeNull();
  });

  it('leaves no parts behind of a put that failed', async () => {
    const own = fresh();
    const storage = new S3Storage(own);
    const content = new PassThrough();
    const options = { contentType: 'video/mp4', maxBytes: 50_000_000 };
    const putting = storage.put('outputs/1/video.mp4', content, options);
    await Promise.all([
      expect(putting).rejects.toThrow('the line went dead'),
      (async () => {
        for (let mebibytes = 0; mebibytes < 12; mebibytes += 1) {
          await new Promise((resolve) => content.write(Buffer.alloc(1024 * 1024), resolve));
        }
        content.destroy(new Error('the line went dead'));
      })(),
    ]);
    expect(await storage.removeAbandoned(Date.now() + 2 * DAY_MS)).toBe(0);
    expect(await storage.stat('outputs/1/video.mp4')).toBeNull();
  });

  it('removes the parts that dead processes left a day ago, and nothing younger', async () => {
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

  it('tells a bucket that is not there, and keys that are wrong, from a file that is not there', async () => {
    const elsewhere = new S3Storage(fresh({ bucket: `none-${randomUUID()}` }));
    await expect(elsewhere.get('a.png')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    await expect(elsewhere.assertWritable()).rejects.toThrow();
    await expect(elsewhere.assertReachable()).rejects.toThrow();
    const credentials = { accessKeyId: settings.credentials?.accessKeyId ?? '', secretAccessKey: 'not-the-secret' };
    const stranger = new S3Storage(fresh({ credentials }));
    await expect(stranger.get('a.png')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    await expect(stranger.assertWritable()).rejects.toThrow();
  });

  it('streams: what nobody reads is not fetched into memory', async () => {
    const storage = new S3Storage(fresh());
    const bytes = 8_000_000;
    await storage.put('a.mp4', Readable.from([Buffer.alloc(bytes)]), { contentType: 'video/mp4', maxBytes: bytes });
    const file = await storage.get('a.mp4');
    expect(file?.stream.readableLength).toBeLessThan(1_000_000);
    expect((await buffer(file?.stream ?? Readable.from([]))).length).toBe(bytes);
  });
});

function addressOf({ url, keys, bucket }: RunningS3): string {
  const address = new URL(url);
  address.username = keys.accessKeyId;
  address.password = keys.secretAccessKey;
  return `${address.href}${bucket}`;
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
