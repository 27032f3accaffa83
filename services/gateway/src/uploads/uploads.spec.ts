import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../test/gateway-test-app';
import { animatedWebp, phonePhoto, picture, pictureOfBytes, pngBomb } from '../test/test-images';
import { newUser } from '../test/test-tokens';

const TEN_MB = 10 * 1024 * 1024;

describe('images as they come in', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
  });
  afterAll(() => gateway.close());

  beforeEach(() => {
    gateway.services.received(generationCalls.createRequest);
    gateway.services.answer(generationCalls.createRequest, ({ userId, imageKey = null, duration }) =>
      recordOf(userId, { type: 'image_video', imageKey, duration }),
    );
  });

  const send = (image: Buffer | null, { name = 'photo.jpg', fields = {} as Record<string, string> } = {}) => {
    const sent = request(gateway.url).post('/api/generate-image-video').set(gateway.bearer());
    for (const [field, value] of Object.entries({ prompt: 'waves', duration: '5', ...fields }))
      sent.field(field, value);
    return image ? sent.attach('image', image, name) : sent;
  };
  const stored = () => readdir(join(gateway.storageDir, 'uploads')).catch(() => []);

  it('I2V-08, SRV-03: takes image, prompt and duration, and tells the request and where the image is', async () => {
    const photo = await picture('jpeg');
    const answer = await send(photo, { fields: { userId: newUser().id, planId: '5s-720p' } })
      .set('Idempotency-Key', 'k1')
      .expect(202);
    const [asked] = gateway.services.received(generationCalls.createRequest);
    expect(asked).toEqual({
      userId: gateway.user.id,
      type: 'image_video',
      prompt: 'waves',
      duration: 5,
      planId: '5s-720p',
      imageKey: expect.stringMatching(/^uploads\/[0-9a-f-]{36}\.jpg$/),
      imageHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      idempotencyKey: 'k1',
    });
    expect(answer.body).toMatchObject({ success: true, request_id: expect.any(String), status: 'processing' });
    const { image_url: link } = answer.body as { image_url: string };
    const shown = await request(gateway.url).get(link).expect(200);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 48 });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('takes a %s whatever its name and declared type say', async (kind) => {
    await send(await picture(kind), { name: 'x.exe' }).expect(202);
    const [asked] = gateway.services.received(generationCalls.createRequest);
    expect(asked?.imageKey).toMatch(new RegExp(`\\.${kind === 'jpeg' ? 'jpg' : kind}$`));
  });

  it('takes lossless and large pictures, and phone photos with their place in them', async () => {
    await send(await phonePhoto()).expect(202);
    await send(await picture('jpeg', 8_000, 6_000)).expect(202);
  });

  it('a file name decides nothing', async () => {
    await send(await picture('png'), { name: '../../../etc/passwd\0.html' }).expect(202);
    const [asked] = gateway.services.received(generationCalls.createRequest);
    expect(asked?.imageKey).toMatch(/^uploads\/[0-9a-f-]{36}\.png$/);
  });

  it('I2V-04, G-56: 10 MB are taken, one byte more is not', async () => {
    await send(await pictureOfBytes(TEN_MB)).expect(202);
    const before = await stored();
    const answer = await send(await pictureOfBytes(TEN_MB + 1)).expect(413);
    expect(answer.body).toMatchObject({ code: 'payload_too_large', error: 'Image size should be less than 10MB' });
    expect(await stored()).toEqual(before);
  });

  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const refused: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'unsupported_media_type'],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), 415, 'unsupported_media_type'],
    [
      'a page with a picture behind it',
      async () => Buffer.concat([html, await picture('jpeg')]),
      415,
      'unsupported_media_type',
    ],
    ['an empty file', () => Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['three bytes', () => Buffer.from('ffd8ff', 'hex'), 415, 'unsupported_media_type'],
    ['an animation of 10 000 frames', () => animatedWebp(10_000), 415, 'unsupported_media_type'],
    ['a PNG of 14 000 × 14 000', () => pngBomb(14_000), 413, 'payload_too_large'],
    ['half a JPEG', async () => half(await picture('jpeg', 640, 480)), 400, 'validation_failed'],
    ['half a PNG', async () => half(await picture('png', 640, 480)), 400, 'validation_failed'],
    ['half a WebP', async () => half(await picture('webp', 640, 480)), 400, 'validation_failed'],
  ];
  it.each(refused)('SRV-17, G-21: refuses %s and keeps nothing of it', async (_name, image, status, code) => {
    const before = await stored();
    const answer = await send(await image()).expect(status);
    expect(answer.body).toMatchObject({ success: false, code });
    expect(await stored()).toEqual(before);
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([]);
  });

  it('a JPEG with a page inside is served as the picture it is, never as a page', async () => {
    const jpeg = await picture('jpeg');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
    const answer = await send(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), { name: 'a.html' });
    const shown = await request(gateway.url).get((answer.body as { image_url: string }).image_url);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  });

  it('I2V-02: a form without an image, and I2V-05: other durations', async () => {
    expect((await send(null).expect(400)).body).toMatchObject({ error: 'Please upload an image' });
    const before = await stored();
    for (const duration of ['', '7', '15', '5.0', '-5', 'five', '5e0']) {
      const answer = await send(await picture('png'), { fields: { duration } }).expect(400);
      expect(answer.body).toMatchObject({ details: { duration: 'Duration must be 5 or 10 seconds' } });
    }
    const wordless = await send(await picture('png'), { fields: { prompt: '  ' } }).expect(400);
    expect(wordless.body).toMatchObject({ error: 'Please enter a video prompt' });
    expect(await stored()).toEqual(before);
  });

  it('what is no form, breaks off or is overfull is refused as such', async () => {
    const post = (type: string) =>
      request(gateway.url).post('/api/generate-image-video').set(gateway.bearer()).set('content-type', type);
    await post('application/json').send('{}').expect(415);
    await post('multipart/form-data').send('x').expect(400);
    await post(`multipart/form-data; boundary=${'b'.repeat(10_000)}`)
      .send('x')
      .expect(400);
    const form = 'multipart/form-data; boundary=b';
    await post(form).send('--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nabc').expect(400);
    await post(form).send('').expect(400);
    const many = send(await picture('png'));
    for (let field = 0; field < 30; field += 1) many.field(`field-${field}`, 'x');
    await many.expect(400);
    const two = await send(await picture('png')).attach('image', await picture('png'), 'second.png');
    expect(two.status).toBe(400);
  });

  it('takes a photo to restore, with its choice or the default one', async () => {
    const restore = (fields: Record<string, string>) => {
      const sent = request(gateway.url).post('/api/restore').set(gateway.bearer());
      for (const [field, value] of Object.entries(fields)) sent.field(field, value);
      return sent;
    };
    const photo = await picture('jpeg');
    const chosen = { quality: 'ultra', enhancement: 'professional', colorRestoration: 'true', expectedCredits: '12' };
    await restore(chosen).attach('image', photo, 'a.jpg').expect(202);
    await restore({}).attach('image', photo, 'a.jpg').expect(202);
    const [first, second] = gateway.services.received(generationCalls.createRequest);
    expect(first).toMatchObject({
      type: 'restore',
      expectedCredits: 12,
      restore: { quality: 'ultra', enhancement: 'professional', colorRestoration: true },
    });
    const standard = { quality: 'standard', enhancement: 'standard', colorRestoration: false };
    expect(second).toMatchObject({ type: 'restore', prompt: '', restore: standard, imageHash: first?.imageHash });
    const faulty: Record<string, string>[] = [
      { quality: 'best' },
      { enhancement: 'x' },
      { colorRestoration: 'maybe' },
      { expectedCredits: 'x' },
    ];
    for (const bad of faulty) {
      await restore(bad).attach('image', photo, 'a.jpg').expect(400);
    }
    await restore({ quality: 'high' }).expect(400);
    await restore({}).attach('image', pngBomb(14_000), 'a.png').expect(413);
  });

  it('SRV-01: nobody uploads without a token', async () => {
    const before = await stored();
    await request(gateway.url)
      .post('/api/generate-image-video')
      .attach('image', await picture('png'), 'a.png')
      .expect(401);
    expect(await stored()).toEqual(before);
  });

  it('uploads that break off keep no file and give their memory back', async () => {
    const before = await stored();
    const { port } = new URL(gateway.url);
    const image = (await pictureOfBytes(TEN_MB)).subarray(0, TEN_MB - 1);
    const breakOff = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        `POST /api/generate-image-video HTTP/1.1\r\nhost: x\r\nauthorization: ${gateway.bearer().authorization}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${TEN_MB * 2}\r\n\r\n` +
          '--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n',
      );
      await new Promise((resolve) => socket.write(image, resolve));
      socket.destroy();
    };
    for (let upload = 0; upload < 12; upload += 1) await breakOff();
    await eventually(async () => void (await send(await picture('png')).expect(202)));
    expect(await stored()).toHaveLength(before.length + 1);
  });

  it('removes what a refused or a repeated request leaves behind, and keeps what may be needed', async () => {
    const before = await stored();
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('insufficient_credits', 'Insufficient credits');
    });
    await send(await picture('png')).expect(402);
    const first = recordOf(gateway.user.id, { type: 'image_video', imageKey: 'uploads/first.png' });
    gateway.services.answer(generationCalls.createRequest, () => first);
    expect((await send(await picture('png')).expect(202)).body).toMatchObject({ request_id: first.id });
    expect(await stored()).toEqual(before);
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('unavailable', 'Not now');
    });
    await send(await picture('png')).expect(503);
    expect(await stored()).toHaveLength(before.length + 1);
  });

  it('the same image has the same hash, another one another', async () => {
    for (const image of [await picture('png'), await picture('png'), await picture('png', 65)]) await send(image);
    const hashes = gateway.services.received(generationCalls.createRequest).map(({ imageHash }) => imageHash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('storage holds the picture alone, upright, without the place where it was taken', async () => {
    await send(await phonePhoto()).expect(202);
    const [asked] = gateway.services.received(generationCalls.createRequest);
    const key = asked?.imageKey ?? '';
    expect(await new FolderStorage(gateway.storageDir).stat(key)).toMatchObject({ contentType: 'image/jpeg' });
    const kept = await readFile(join(gateway.storageDir, key));
    expect(kept.includes('Telephone')).toBe(false);
    const facts = await sharp(kept).metadata();
    expect(facts).toMatchObject({ width: 48, height: 64 });
    expect([facts.exif, facts.icc, facts.orientation]).toEqual([undefined, undefined, undefined]);
  });
});

function half(image: Buffer): Buffer {
  return image.subarray(0, Math.floor(image.length / 2));
}
