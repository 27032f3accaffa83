import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { testConfig } from '@luit/platform/testing/services';
import Redis from 'ioredis';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { startGateway } from '../../../gateway';
import { type GatewayTestApp, recordOf, startGatewayTestApp } from '../../../test/gateway-test-app';
import { picture } from '../../../test/test-images';
import { newUser } from '../../../test/test-tokens';
import { UploadMemory } from '../upload-memory';
import { RATE_LIMITS } from '../../../access/limits/rate-limits';

const TEN_MB = 10 * 1024 * 1024;
const ROUTE = '/api/uploads/resumable';

describe('resumable uploads', () => {
  let gateway: GatewayTestApp;
  let photo: Buffer;

  beforeAll(async () => {
    gateway = await startGatewayTestApp({ limits: { ...RATE_LIMITS, uploadPerMinute: 100 } });
    gateway.services.answer(generationCalls.createRequest, ({ userId, imageKey = null, type }) =>
      recordOf(userId, { type, imageKey }),
    );
    photo = await picture('jpeg', 640, 480);
  });
  afterAll(() => gateway.close());

  const as = (guest = false) => (guest ? {} : gateway.bearer());
  const create = async (size: number, headers: Record<string, string> = as()) => {
    const created = await request(gateway.url).post(ROUTE).set(headers).set('Upload-Length', String(size)).expect(201);
    return created.headers['location'] as string;
  };
  const sendPart = (location: string, offset: number, part: Buffer, { url = gateway.url, headers = as() } = {}) =>
    request(url)
      .patch(location)
      .set(headers)
      .set('Upload-Offset', String(offset))
      .type('application/offset+octet-stream')
      .send(part);
  const offsetOf = async (location: string, url = gateway.url) =>
    Number((await request(url).head(location).set(as()).expect(204)).headers['upload-offset']);
  const finish = (location: string, headers: Record<string, string> = as()) =>
    request(gateway.url).post(`${location}/image`).set(headers);
  const partFiles = () => readdir(join(gateway.storageDir, 'upload-parts')).catch(() => []);

  it('an image in parts becomes a link that starts a video and a restoration, and its parts are deleted', async () => {
    const before = await partFiles();
    const location = await create(photo.length);
    expect(await offsetOf(location)).toBe(0);
    const first = await sendPart(location, 0, photo.subarray(0, 500)).expect(204);
    expect(first.headers).toMatchObject({ 'upload-offset': '500', 'tus-resumable': '1.0.0' });
    expect((await finish(location).expect(409)).body).toMatchObject({ code: 'conflict', details: { offset: 500 } });
    await sendPart(location, 500, photo.subarray(500)).expect(204);
    const { image_url: imageUrl } = (await finish(location).expect(201)).body as { image_url: string };
    const shown = await request(gateway.url).get(imageUrl).expect(200);
    expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 480 });
    expect((await finish(location).expect(201)).body).toMatchObject({ image_url: imageUrl });
    expect(await partFiles()).toEqual(before);

    gateway.services.received(generationCalls.createRequest);
    const options = { aspectRatio: '9:16', framing: { x: 0.5, y: 0.25 }, seed: 7, style: 'ink' };
    const video = { imageUrl, prompt: 'waves', duration: 5, ...options };
    const post = (path: string, body: object) => request(gateway.url).post(path).set(as()).send(body);
    await post('/api/generate-from-image', { ...video, lastImageUrl: imageUrl })
      .set('Idempotency-Key', 'k1')
      .expect(202);
    await post('/api/restore-from-image', { imageUrl, quality: 'high', colorRestoration: true }).expect(202);
    const imageKey = expect.stringMatching(/^uploads\/[0-9a-f-]{36}\.jpg$/) as string;
    const restore = { quality: 'high', enhancement: 'standard', colorRestoration: true };
    expect(gateway.services.received(generationCalls.createRequest)).toMatchObject([
      {
        ...{ userId: gateway.user.id, type: 'image_video', prompt: 'waves', duration: 5, idempotencyKey: 'k1' },
        ...{ ...options, imageKey, lastImageKey: imageKey },
      },
      { userId: gateway.user.id, type: 'restore', restore, imageKey },
    ]);
    const elsewhere = await post('/api/generate-from-image', { ...video, imageUrl: 'https://evil.example/a.jpg' });
    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await post('/api/restore-from-image', {}).expect(400);
  });

  it('what arrived before the connection was lost counts', async () => {
    const location = await create(photo.length);
    const { port } = new URL(gateway.url);
    const hold = jest.spyOn(gateway.running.app.get(UploadMemory), 'hold');
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `PATCH ${location} HTTP/1.1\r\nhost: x\r\nauthorization: ${gateway.bearer().authorization}\r\nupload-offset: 0\r\n` +
        `content-type: application/offset+octet-stream\r\ncontent-length: ${photo.length}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(photo.subarray(0, 700), resolve));
    await eventually(() => expect(hold).toHaveBeenCalled());
    hold.mockRestore();
    socket.destroy();
    await eventually(async () => expect(await offsetOf(location)).toBe(700));
    await sendPart(location, 700, photo.subarray(700)).expect(204);
    await finish(location).expect(201);
  });

  it('a wrong offset, too many bytes and a missing size are rejected', async () => {
    const location = await create(photo.length);
    await sendPart(location, 0, photo.subarray(0, 100)).expect(204);
    for (const offset of [0, 99, 101]) {
      const answer = await sendPart(location, offset, photo.subarray(100)).expect(409);
      expect(answer.body).toMatchObject({ details: { offset: 100 } });
    }
    await sendPart(location, 100, Buffer.alloc(photo.length)).expect(413);
    expect(await offsetOf(location)).toBe(100);
    await request(gateway.url)
      .post(ROUTE)
      .set(as())
      .set('Upload-Length', String(TEN_MB + 1))
      .expect(413);
    for (const size of ['', '0', '-1', '1e3', 'x']) {
      await request(gateway.url).post(ROUTE).set(as()).set('Upload-Length', size).expect(400);
    }
    await create(TEN_MB);
  });

  it('of concurrent parts at one offset exactly one counts', async () => {
    const location = await create(photo.length);
    const half = photo.subarray(0, 1_000);
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await sendPart(location, 0, half)).status));
    expect(statuses.sort()).toEqual([204, 409, 409, 409]);
    expect(await offsetOf(location)).toBe(half.length);
    await sendPart(location, half.length, photo.subarray(half.length)).expect(204);
    const links = await Promise.all([1, 2].map(async () => (await finish(location).expect(201)).body as object));
    expect(new Set(links.map((link) => JSON.stringify(link))).size).toBe(1);
  });

  it('two gateways continue the same upload', async () => {
    const second = await startGateway({ ...gateway.config, common: testConfig('gateway', gateway.redis.url) });
    try {
      const location = await create(photo.length);
      await sendPart(location, 0, photo.subarray(0, 300), { url: second.url }).expect(204);
      expect(await offsetOf(location)).toBe(300);
      await sendPart(location, 300, photo.subarray(300)).expect(204);
      expect(await offsetOf(location, second.url)).toBe(photo.length);
      await finish(location).expect(201);
    } finally {
      await second.close();
    }
  });

  it('uploads of other accounts and of guests are not found', async () => {
    const stranger = gateway.bearer(newUser());
    const mine = await create(photo.length);
    const guests = await create(photo.length, as(true));
    for (const [location, headers] of [
      [mine, stranger],
      [mine, as(true)],
      [guests, as()],
    ] as const) {
      await sendPart(location, 0, photo, { headers: headers as ReturnType<typeof as> }).expect(404);
      await request(gateway.url).head(location).set(headers).expect(404);
      await finish(location, headers as Record<string, string>).expect(404);
      await request(gateway.url).delete(location).set(headers).expect(404);
    }
    await sendPart(guests, 0, photo, { headers: as(true) }).expect(204);
    await finish(guests, as(true)).expect(201);
  });

  it('canceled and expired uploads are gone', async () => {
    const before = await partFiles();
    const location = await create(photo.length);
    await sendPart(location, 0, photo.subarray(0, 300)).expect(204);
    await request(gateway.url).delete(location).set(as()).expect(204);
    await sendPart(location, 300, photo.subarray(300)).expect(404);
    expect(await partFiles()).toEqual(before);

    const redis = new Redis(gateway.redis.url);
    const ttl = async (upload: string) => redis.ttl(`luit:upload:{${upload.split('/').pop()}}`);
    const unfinished = await create(photo.length);
    await sendPart(unfinished, 0, photo.subarray(0, 300)).expect(204);
    expect(await ttl(unfinished)).toBeGreaterThan(3_500);
    expect(await ttl(unfinished)).toBeLessThanOrEqual(3_600);
    await redis.expire(`luit:upload:{${unfinished.split('/').pop()}}`, 10);
    await sendPart(unfinished, 300, photo.subarray(300)).expect(204);
    expect(await ttl(unfinished)).toBeGreaterThan(3_500);
    await finish(unfinished).expect(201);
    expect(await ttl(unfinished)).toBeGreaterThan(23 * 3_600);
    redis.disconnect();
  });

  it('a file that is not an image is rejected at the end and deleted', async () => {
    const before = await partFiles();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    for (const [file, status] of [
      [page, 415],
      [photo.subarray(0, photo.length / 2), 400],
    ] as const) {
      const location = await create(file.length);
      await sendPart(location, 0, file).expect(204);
      await finish(location).expect(status);
      await finish(location).expect(404);
    }
    expect(await partFiles()).toEqual(before);
  });

  it('parts of other content types are rejected', async () => {
    const location = await create(photo.length);
    await request(gateway.url).patch(location).set(as()).set('Upload-Offset', '0').send({}).expect(415);
  });
});
