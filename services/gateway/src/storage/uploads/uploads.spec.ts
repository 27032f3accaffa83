import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { rowsOf } from '@luit/platform/testing/full-tables';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import { animatedWebp, phonePhoto, picture, pictureOfBytes, pngBomb } from '../../test/test-images';
import { newUser } from '../../test/test-tokens';

const TEN_MB = 10 * 1024 * 1024;

describe('image uploads', () => {
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

  it('a form with image, prompt and duration creates a request and returns the image link [I2V-08, SRV-03]', async () => {
    const photo = await picture('jpeg');
    const answer = await send(photo, { fields: { userId: newUser().id, planId: '5s-720p' } })
      .set('Idempotency-Key', 'k1')
      .expect(202);
    const [created] = gateway.services.received(generationCalls.createRequest);
    expect(created).toEqual({
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

  it.each(['jpeg', 'png', 'webp'] as const)(
    'a %s is accepted regardless of its name and declared type',
    async (kind) => {
      await send(await picture(kind), { name: 'x.exe' }).expect(202);
      const [created] = gateway.services.received(generationCalls.createRequest);
      expect(created?.imageKey).toMatch(new RegExp(`\\.${kind === 'jpeg' ? 'jpg' : kind}$`));
    },
  );

  it('the file name is ignored', async () => {
    await send(await picture('png'), { name: '../../../etc/passwd\0.html' }).expect(202);
    const [created] = gateway.services.received(generationCalls.createRequest);
    expect(created?.imageKey).toMatch(/^uploads\/[0-9a-f-]{36}\.png$/);
  });

  it('images of up to 10 MB are accepted [I2V-04, G-56]', async () => {
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
      'a page followed by an image',
      async () => Buffer.concat([html, await picture('jpeg')]),
      415,
      'unsupported_media_type',
    ],
    ['an empty file', () => Buffer.alloc(0), 415, 'unsupported_media_type'],
    ['three bytes', () => Buffer.from('ffd8ff', 'hex'), 415, 'unsupported_media_type'],
    ['an animation of 10,000 frames', () => animatedWebp(10_000), 415, 'unsupported_media_type'],
    ['a PNG of 14,000 × 14,000 pixels', () => pngBomb(14_000), 413, 'payload_too_large'],
    ['an image of 1 × 4,000 pixels', () => picture('png', 1, 4_000), 400, 'validation_failed'],
    ['an image of 4,000 × 300 pixels', () => picture('jpeg', 4_000, 300), 400, 'validation_failed'],
    ['half a JPEG', async () => half(await picture('jpeg', 640, 480)), 400, 'validation_failed'],
    ['half a PNG', async () => half(await picture('png', 640, 480)), 400, 'validation_failed'],
    ['half a WebP', async () => half(await picture('webp', 640, 480)), 400, 'validation_failed'],
  ];
  it.each(refused)('%s is rejected and leaves no file [SRV-17, G-21]', async (_name, image, status, code) => {
    const before = await stored();
    const answer = await send(await image()).expect(status);
    expect(answer.body).toMatchObject({ success: false, code });
    expect(await stored()).toEqual(before);
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([]);
  });

  it.each([
    ['heic', 'HEIC'],
    ['mif1', 'HEIC'],
    ['avif', 'AVIF'],
  ])('a picture of the brand %s is refused by its name, also by verifications', async (brand, name) => {
    const image = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`);
    const message = `${name} pictures are not supported. Please save the picture as JPEG and try again.`;
    expect((await send(image).expect(415)).body).toMatchObject({ message });
    const verified = await request(gateway.url).post('/api/verify').attach('file', image, 'a.mp4').expect(415);
    expect(verified.body).toMatchObject({ message });
  });

  it('a JPEG that contains a page is served as an image', async () => {
    const jpeg = await picture('jpeg');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, html.length + 2]), html]);
    const answer = await send(Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]), { name: 'a.html' });
    const shown = await request(gateway.url).get((answer.body as { image_url: string }).image_url);
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
  });

  it('a missing image and invalid durations are rejected [I2V-02, I2V-05]', async () => {
    expect((await send(null).expect(400)).body).toMatchObject({ error: 'Please upload an image' });
    const before = await stored();
    for (const duration of rowsOf(['', '0', '601', '5.0', '-5', 'five', '5e0'], (_text, index) => index < 2)) {
      const answer = await send(await picture('png'), { fields: { duration } }).expect(400);
      expect(answer.body).toMatchObject({ details: { duration: 'Duration must be 5 or 10 seconds' } });
    }
    const promptless = await send(await picture('png'), { fields: { prompt: '  ' } }).expect(400);
    expect(promptless.body).toMatchObject({ error: 'Please enter a video prompt' });
    expect(await stored()).toEqual(before);
  });

  it('a last image and options are passed on, and both images of a refused request are deleted', async () => {
    const framing = { x: 0.2, y: 1 };
    const fields = { aspectRatio: '9:16', framing: JSON.stringify(framing), seed: '7', style: 'watercolor' };
    const both = async () => send(await picture('png'), { fields }).attach('lastImage', await picture('jpeg'), 'b.jpg');
    const answer = await both();
    expect(answer.status).toBe(202);
    expect(gateway.services.received(generationCalls.createRequest)).toEqual([
      expect.objectContaining({
        ...{ aspectRatio: '9:16', framing, seed: 7, style: 'watercolor' },
        imageKey: expect.stringMatching(/\.png$/) as string,
        lastImageKey: expect.stringMatching(/\.jpg$/) as string,
        lastImageHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      }),
    ]);
    const invalid = { framing: '{"x":2,"y":0}', seed: '-1', aspectRatio: '4:3', style: 'No preset' };
    for (const [field, value] of rowsOf(Object.entries(invalid), (_field, index) => index === 0)) {
      await send(await picture('png'), { fields: { [field]: value } }).expect(400);
    }
    const before = await stored();
    gateway.services.answer(generationCalls.createRequest, () => {
      throw new LuitError('unsupported_combination', 'No last frame');
    });
    expect((await both()).status).toBe(400);
    expect(await stored()).toEqual(before);
  });

  it('malformed, truncated and oversized forms are rejected', async () => {
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

  it('a photo is restored with the given or default options', async () => {
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
    const invalid: Record<string, string>[] = [
      { quality: 'best' },
      { enhancement: 'x' },
      { colorRestoration: 'maybe' },
      { expectedCredits: 'x' },
    ];
    for (const bad of rowsOf(invalid, (_fields, index) => index === 0)) {
      await restore(bad).attach('image', photo, 'a.jpg').expect(400);
    }
    await restore({ quality: 'high' }).expect(400);
    await restore({}).attach('image', pngBomb(14_000), 'a.png').expect(413);
  });

  it('an upload needs a token [SRV-01]', async () => {
    const before = await stored();
    await request(gateway.url)
      .post('/api/generate-image-video')
      .attach('image', await picture('png'), 'a.png')
      .expect(401);
    expect(await stored()).toEqual(before);
  });

  it('aborted uploads leave no file and release their memory', async () => {
    const before = await stored();
    const { port } = new URL(gateway.url);
    const image = (await pictureOfBytes(TEN_MB)).subarray(0, TEN_MB - 1);
    const abort = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(
        `POST /api/generate-image-video HTTP/1.1\r\nhost: x\r\nauthorization: ${gateway.bearer().authorization}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${TEN_MB * 2}\r\n\r\n` +
          '--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n',
      );
      await new Promise((resolve) => socket.write(image, resolve));
      socket.destroy();
    };
    // More than an account may hold.
    for (let upload = 0; upload < 4; upload += 1) await abort();
    await eventually(async () => void (await send(await picture('png')).expect(202)));
    expect(await stored()).toHaveLength(before.length + 1);
  });

  it('images of rejected and repeated requests are deleted, and kept if the outcome is unknown', async () => {
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

  it('equal images have equal hashes', async () => {
    for (const image of [await picture('png'), await picture('png'), await picture('png', 65)]) await send(image);
    const hashes = gateway.services.received(generationCalls.createRequest).map(({ imageHash }) => imageHash);
    expect(hashes[0]).toBe(hashes[1]);
    expect(hashes[0]).not.toBe(hashes[2]);
  });

  it('the stored image is upright and has no GPS data', async () => {
    await send(await phonePhoto()).expect(202);
    const [created] = gateway.services.received(generationCalls.createRequest);
    const key = created?.imageKey ?? '';
    expect(await new FolderStorage(gateway.storageDir).stat(key)).toMatchObject({ contentType: 'image/jpeg' });
    const kept = await readFile(join(gateway.storageDir, key));
    expect(kept.includes('Telephone')).toBe(false);
    const metadata = await sharp(kept).metadata();
    expect(metadata).toMatchObject({ width: 48, height: 64 });
    expect([metadata.exif, metadata.icc, metadata.orientation]).toEqual([undefined, undefined, undefined]);
  });
});

function half(image: Buffer): Buffer {
  return image.subarray(0, Math.floor(image.length / 2));
}
