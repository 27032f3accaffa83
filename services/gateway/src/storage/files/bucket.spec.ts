import { generationCalls } from '@luit/contracts/generation/messages';
import { openStorage, type StorageSettings } from '@luit/platform/storage/storage-settings';
import { type RunningS3, startS3 } from '@luit/sandbox/s3/s3';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import request from 'supertest';
import { uuidv7 } from 'uuidv7';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { picture, pngBomb } from '../../test/test-images';

const CONTENT = randomBytes(300_000);

describe('a gateway with bucket storage', () => {
  let s3: RunningS3;
  let settings: StorageSettings;
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    s3 = await startS3();
    const place = { region: 'us-east-1', endpoint: s3.url, isPathStyle: true, credentials: s3.keys };
    settings = { kind: 's3', bucket: s3.bucket, prefix: 'luit/', ...place };
    gateway = await startGatewayTestApp({ storage: settings });
  });

  afterAll(async () => {
    await gateway.close();
    await s3.close();
  });

  const send = (image: Buffer) =>
    request(gateway.url)
      .post('/api/generate-image-video')
      .set(gateway.bearer())
      .field('prompt', 'waves')
      .field('duration', '5')
      .attach('image', image, 'photo.jpg');

  it('an image is uploaded and served by its link [I2V-08]', async () => {
    gateway.services.answer(generationCalls.createRequest, ({ userId, imageKey = null }) =>
      recordOf(userId, { type: 'image_video', imageKey }),
    );
    const photo = await picture('jpeg');
    const { body } = await send(photo).expect(202);
    const shown = await request(gateway.url)
      .get((body as { image_url: string }).image_url)
      .expect(200);
    expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ format: 'jpeg', width: 64 });
  });

  it('a rejected image leaves no file', async () => {
    const storage = await openStorage(settings);
    const uploads = async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of storage.list('uploads')) keys.push(key);
      return keys;
    };
    const before = await uploads();
    await send(pngBomb(14_000)).expect(413);
    await send(Buffer.alloc(10 * 1024 * 1024 + 1, (await picture('jpeg')).subarray(0, 2_000))).expect(413);
    expect(await uploads()).toEqual(before);
    expect(await storage.removeAbandoned(Date.now() + 100 * 3_600_000)).toBe(0);
  });

  it('HEAD tells the size of an output and of a ZIP file, also with a range, and reads neither', async () => {
    const key = `outputs/${uuidv7()}/video.mp4`;
    const storage = await openStorage(settings);
    await storage.put(key, Readable.from([CONTENT]), { contentType: 'video/mp4', maxBytes: CONTENT.length });
    const entry = { requestId: uuidv7(), type: 'video' as const, prompt: 'a boat', outputKey: key };
    const entries = [{ ...entry, completedAt: '2026-11-26T10:00:00.000Z' }];
    gateway.services.answer(generationCalls.openZipDownload, () => ({ ownerId: gateway.user.id, entries }));
    const record = recordOf(gateway.user.id, { status: 'completed', jobStatus: 'succeeded', outputKey: key });
    gateway.services.answer(generationCalls.getRequest, () => record);
    const download = `/api/download/${record.id}`;
    const zip = `/api/zip-downloads/${uuidv7()}`;
    const head = (path: string, headers = {}) =>
      request(gateway.url).head(path).set(gateway.bearer()).set(headers).expect('accept-ranges', 'bytes');
    const { length } = (await request(gateway.url).get(zip).responseType('blob').expect(200)).body as Buffer;
    s3.requests.length = 0;
    await head(download).expect(200).expect('content-length', '300000').expect('content-type', 'video/mp4');
    await head(zip).expect(200).expect('content-length', String(length)).expect('content-type', 'application/zip');
    for (const [path, size] of [
      [download, 300_000],
      [zip, length],
    ] as const) {
      for (const range of ['bytes=10-19', 'bytes=-1', `bytes=${size}-`]) {
        const { headers } = await head(path, { range }).expect(200).expect('content-length', String(size));
        expect(headers).not.toHaveProperty('content-range');
      }
    }
    expect(s3.requests.filter((one) => !one.startsWith('HEAD'))).toEqual([]);
  });

  it('an output is served whole, by ranges, and with 416 beyond its end', async () => {
    const record = recordOf(gateway.user.id, { status: 'completed', jobStatus: 'succeeded' });
    const outputKey = `outputs/${record.id}/video.mp4`;
    const storage = await openStorage(settings);
    await storage.put(outputKey, Readable.from([CONTENT]), { contentType: 'video/mp4', maxBytes: CONTENT.length });
    gateway.services.answer(generationCalls.getRequest, () => ({ ...record, outputKey }));
    const answer = await request(gateway.url).get(`/api/requests/${record.id}`).set(gateway.bearer()).expect(200);
    const link = (answer.body as { request: { videoUrl: string } }).request.videoUrl;
    const get = (range?: string) =>
      request(gateway.url)
        .get(link)
        .set(range ? { range } : {})
        .buffer(true);
    const whole = await get().expect(200);
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '300000' });
    expect(CONTENT.equals(whole.body as Buffer)).toBe(true);
    const part = await get('bytes=100000-').expect(206).expect('content-range', 'bytes 100000-299999/300000');
    expect(CONTENT.subarray(100_000).equals(part.body as Buffer)).toBe(true);
    const tail = await get('bytes=-500').expect(206).expect('content-range', 'bytes 299500-299999/300000');
    expect(CONTENT.subarray(-500).equals(tail.body as Buffer)).toBe(true);
    await get('bytes=300000-').expect(416).expect('content-range', 'bytes */300000');
    await storage.remove(outputKey);
    await request(gateway.url).get(link).expect(404);
  });
});
