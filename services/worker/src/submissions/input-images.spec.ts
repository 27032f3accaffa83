import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { InputImageError, InputImages } from './input-images';

describe('input images', () => {
  let folder: string;
  let storage: FolderStorage;
  let images: InputImages;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'luit-inputs-'));
    storage = new FolderStorage(folder);
    images = new InputImages(storage);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const KEYS = { jpeg: 'uploads/a.jpg', png: 'uploads/a.png', webp: 'uploads/a.webp' };
  const put = async (kind: keyof typeof KEYS, content: Buffer): Promise<string> => {
    const options = { contentType: `image/${kind}`, maxBytes: 50_000_000 };
    await storage.put(KEYS[kind], Readable.from([content]), options);
    return KEYS[kind];
  };
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#746' } });
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '26/1 11/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '91/1 44/1 0/1',
  };
  const sent = async (key: string): Promise<Buffer> => {
    const [head, data = ''] = String(await images.read(key)).split(',');
    expect(head).toBe('data:image/jpeg;base64');
    return Buffer.from(data, 'base64');
  };
  const stored = async (key: string) => buffer((await storage.get(key))!.stream);

  it('only the upright pixels are sent and kept [SRV-17]', async () => {
    const exif = { IFD0: { Make: 'Telephone' }, IFD3: gps };
    const key = await put(
      'jpeg',
      await blank(60, 40)
        .jpeg()
        .withMetadata({ orientation: 6 })
        .withExifMerge(exif)
        .withXmp('<x:xmpmeta/>')
        .toBuffer(),
    );
    for (const image of [await sent(key), await stored(key)]) {
      const facts = await sharp(image).metadata();
      expect(facts).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
      expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(image.includes('Telephone')).toBe(false);
    }
  });

  it('data appended to an image is not sent', async () => {
    const page = Buffer.from('<script>alert(1)</script>');
    const key = await put('png', Buffer.concat([await blank(32, 32).png().toBuffer(), page]));
    expect((await sent(key)).includes('<script>')).toBe(false);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('a large %s is resized for models and keeps its format', async (kind) => {
    const key = await put(kind, await blank(3_000, 1_500).toFormat(kind).toBuffer());
    expect(await sharp(await sent(key)).metadata()).toMatchObject({ width: 2_048, height: 1_024 });
    const kept = await stored(key);
    expect(await sharp(kept).metadata()).toMatchObject({ format: kind, width: 2_048 });
    await sent(key);
    expect(kept.equals(await stored(key))).toBe(true);
  });

  it('a small clean image stays unchanged', async () => {
    const image = await blank(300, 200).webp().toBuffer();
    const key = await put('webp', image);
    await sent(key);
    expect(image.equals(await stored(key))).toBe(true);
  });

  it('50 megapixels are accepted; more are refused before decoding', async () => {
    const key = await put('jpeg', await blank(10_000, 5_000).jpeg().toBuffer());
    expect(await sharp(await sent(key)).metadata()).toMatchObject({ width: 2_048 });
    await put('jpeg', await blank(10_001, 5_000).jpeg().toBuffer());
    await expect(images.read(key)).rejects.toThrow(InputImageError);
  });

  it('damaged and missing images and unsupported formats are refused', async () => {
    const noise = await sharp(
      Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, i) => ((i * i * 7919) % 65_521) & 255)),
      {
        raw: { width: 300, height: 300, channels: 3 },
      },
    )
      .png()
      .toBuffer();
    const damaged = Buffer.from(noise);
    damaged.fill(0, 1_000, 2_000);
    for (const image of [
      noise.subarray(0, noise.length / 2),
      damaged,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.alloc(0),
    ]) {
      await expect(images.read(await put('png', image))).rejects.toThrow(InputImageError);
    }
    await expect(images.read('uploads/nothing.png')).rejects.toThrow(InputImageError);
  });
});
