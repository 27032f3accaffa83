import { generationCalls } from '@luit/contracts/generation/messages';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { recordOf, startGatewayTestApp, type GatewayTestApp } from '../../test/gateway-test-app';
import {
  animatedPng,
  animatedWebp,
  phonePhoto,
  picture,
  pictureWithSecret,
  pngBomb,
  unusualPictures,
} from '../../test/test-images';
import { availableParallelism } from 'node:os';
import { ImageCleaner } from './image-cleaner';

const SECRET = '<script>alert(document.domain)</script>PK\x03\x04secret';
const LIMITS = { uploads: { maxBytes: 10 * 1024 * 1024, maxPixels: 50_000_000 } };

describe('stored images', () => {
  let gateway: GatewayTestApp;

  beforeAll(async () => {
    gateway = await startGatewayTestApp();
    gateway.services.answer(generationCalls.createRequest, ({ userId, imageKey = null }) =>
      recordOf(userId, { type: 'image_video', imageKey }),
    );
  });
  afterAll(() => gateway.close());

  const store = async (image: Buffer): Promise<Buffer> => {
    gateway.services.received(generationCalls.createRequest);
    await request(gateway.url)
      .post('/api/generate-image-video')
      .set(gateway.bearer())
      .field('prompt', 'waves')
      .field('duration', '5')
      .attach('image', image, 'photo.jpg')
      .expect(202);
    const [created] = gateway.services.received(generationCalls.createRequest);
    return readFile(join(gateway.storageDir, created?.imageKey ?? ''));
  };

  it.each(['jpeg', 'png', 'webp'] as const)('a %s loses its comments and trailing data', async (kind) => {
    const image = await pictureWithSecret(kind, SECRET);
    expect(image.includes('alert(document.domain)')).toBe(true);
    const clean = await store(image);
    for (const part of ['alert', 'PK\x03\x04', 'secret']) expect(clean.includes(part)).toBe(false);
    expect(await sharp(clean).metadata()).toMatchObject({ format: kind, width: 320, height: 200 });
  });

  it('a phone photo is rotated upright and loses its GPS and camera data', async () => {
    const photo = await phonePhoto();
    expect(photo.includes('Telephone')).toBe(true);
    const clean = await store(photo);
    expect(clean.includes('Telephone')).toBe(false);
    expect(clean.includes('Exif')).toBe(false);
    expect(await sharp(clean).metadata()).toMatchObject({ width: 48, height: 64 });
  });

  it('images of other color spaces become sRGB with 8 bits and no metadata', async () => {
    for (const [name, image] of await unusualPictures()) {
      const { space, depth, icc, exif, xmp, iptc, pages, width } = await sharp(await store(image)).metadata();
      expect([name, space, depth, icc, exif, xmp, iptc, pages, width]).toEqual([
        ...[name, 'srgb', 'uchar', undefined, undefined, undefined, undefined, undefined, 400],
      ]);
    }
  });

  it('colors and details are preserved', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 };
    const source = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } })
      .blur(1.5)
      .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const before: Buffer = await sharp(source).raw().toBuffer();
    const after: Buffer = await sharp(await store(source))
      .raw()
      .toBuffer();
    let difference = 0;
    for (let i = 0; i < before.length; i += 1) difference += Math.abs((before[i] ?? 0) - (after[i] ?? 0));
    expect(difference / before.length).toBeLessThan(2);
  });

  it('an image of 48 megapixels is scaled down, and transparency is preserved', async () => {
    const photo = await sharp(await store(await picture('jpeg', 8_000, 6_000))).metadata();
    expect(photo).toMatchObject({ width: 2_048, height: 1_536 });
    const background = { r: 1, g: 2, b: 3, alpha: 0.5 };
    const clear = await sharp({ create: { width: 40, height: 40, channels: 4, background } })
      .png()
      .toBuffer();
    expect(await sharp(await store(clear)).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  });
});

describe('ImageCleaner', () => {
  it('damaged, oversized and unsupported images are rejected', async () => {
    const cleaner = new ImageCleaner({ uploads: { maxBytes: 1_000, maxPixels: 10_000 } });
    const whole = await picture('jpeg', 90, 90);
    const damaged = whole.subarray(0, whole.length - 20);
    for (const image of [damaged, pngBomb(90), Buffer.from('GIF89a'), Buffer.alloc(0)])
      await expect(cleaner.clean(image, 'a')).rejects.toMatchObject({ fault: 'broken' });
    for (const image of [await picture('png', 101, 100), pngBomb(14_000)])
      await expect(cleaner.clean(image, 'a')).rejects.toMatchObject({ fault: 'too_many_pixels' });
    for (const image of [animatedWebp(2), animatedPng()])
      await expect(cleaner.clean(image, 'a')).rejects.toMatchObject({ fault: 'animated' });
  });

  it('the queue of an account is bounded, and leaves room for another, which is next', async () => {
    const cleaner = new ImageCleaner(LIMITS);
    const images = await Promise.all(Array.from({ length: 40 }, (_, index) => picture('png', 50 + index)));
    const order: string[] = [];
    const clean = (image: Buffer, uploader: string) => cleaner.clean(image, uploader).then(() => order.push(uploader));
    const flood = images.slice(1).map((image) => clean(image, 'flood'));
    const many = await Promise.allSettled([...flood, clean(images[0]!, 'other')]);
    const refused = many.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(20);
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 60 } });
    expect(order.indexOf('other')).toBeGreaterThan(-1);
    expect(order.indexOf('other')).toBeLessThanOrEqual(availableParallelism());
    await expect(cleaner.clean(images[0]!, 'flood')).resolves.toBeInstanceOf(Buffer);
  });

  it('uploads of one image, as by a client that repeats them, are re-encoded once', async () => {
    const cleaner = new ImageCleaner(LIMITS);
    const image = await picture('png');
    const cleaned = await Promise.all(Array.from({ length: 40 }, () => cleaner.clean(Buffer.from(image), 'a')));
    expect(new Set(cleaned).size).toBe(1);
    expect(cleaned[0]).not.toBe(await cleaner.clean(image, 'a'));
  });

  it('an image that cannot be decoded fails for each of its uploads', async () => {
    const cleaner = new ImageCleaner(LIMITS);
    const uploads = [pngBomb(90), pngBomb(90)].map((image) => cleaner.clean(image, 'a'));
    for (const upload of uploads) await expect(upload).rejects.toMatchObject({ fault: 'broken' });
  });
});
