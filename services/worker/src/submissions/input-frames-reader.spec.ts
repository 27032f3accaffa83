import { path as bundledFfmpeg } from '@ffmpeg-installer/ffmpeg';
import type { Framing } from '@luit/contracts/generation/options';
import type { ProviderTask, TaskOptions } from '@luit/contracts/generation/provider-tasks';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { newOptions, newTask } from '../test/tasks';
import { InputFramesReader } from './input-frames-reader';
import { InputImageError, InputImages } from './input-images';

const { signal } = new AbortController();
const OPTIONS = newOptions();

describe('input frames', () => {
  const folder = mkdtempSync(join(tmpdir(), 'input-frames-'));
  const storage = new FolderStorage(join(folder, 'storage'));
  const imageKey = 'uploads/halves.png';
  let reader: InputFramesReader;

  beforeAll(async () => {
    const images = new InputImages(storage);
    reader = new InputFramesReader(storage, images, await MediaPrograms.find(20_000, 'local'));
    // Red on the left, blue on the right.
    const halves = await sharp(Buffer.from([255, 0, 0, 0, 0, 255]), { raw: { width: 2, height: 1, channels: 3 } })
      .resize(640, 320, { fit: 'fill', kernel: 'nearest' })
      .png()
      .toBuffer();
    await storage.put(imageKey, Readable.from([halves]), { contentType: 'image/png', maxBytes: 1_000_000 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const store = async (key: string, background: string): Promise<string> => {
    const image = await sharp({ create: { width: 16, height: 16, channels: 3, background } })
      .png()
      .toBuffer();
    await storage.put(key, Readable.from([image]), { contentType: 'image/png', maxBytes: 1_000_000 });
    return key;
  };

  const read = (changes: Partial<ProviderTask>, options: Partial<TaskOptions>) =>
    reader.read(
      randomUUID(),
      newTask({ type: 'image_video', ...changes, options: { ...OPTIONS, ...options } }),
      signal,
    );

  const decode = async (uri: string | null) => {
    const image = Buffer.from(uri?.split(',')[1] ?? '', 'base64');
    const { width, height } = await sharp(image).metadata();
    const { data } = await sharp(image).resize(1, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
    return { width, height, color: data[0]! > 200 ? 'red' : data[2]! > 200 ? 'blue' : 'both' };
  };

  it.each([
    [undefined, { width: 320, height: 320, color: 'both' }],
    [
      { x: 0, y: 0.5 },
      { width: 320, height: 320, color: 'red' },
    ],
    [
      { x: 1, y: 0.5 },
      { width: 320, height: 320, color: 'blue' },
    ],
  ] satisfies [Framing | undefined, object][])(
    'an image is cropped to the ratio with the framing %j',
    async (framing, facts) => {
      const { image, lastImage } = await read({ imageKey }, { aspectRatio: '1:1', framing: framing ?? null });
      expect(await decode(image)).toEqual(facts);
      expect(lastImage).toBeNull();
    },
  );

  it.each([null, 'original'] as const)('an image keeps its ratio with the option %s', async (aspectRatio) => {
    const { image } = await read({ imageKey }, { aspectRatio });
    expect(await decode(image)).toMatchObject({ width: 640, height: 320, color: 'both' });
  });

  it('the last image is cropped too, around its center', async () => {
    const options = { aspectRatio: '9:16', framing: { x: 0, y: 0 }, lastImageKey: imageKey } as const;
    const { image, lastImage } = await read({ imageKey }, options);
    expect(await decode(image)).toEqual({ width: 180, height: 320, color: 'red' });
    expect(await decode(lastImage)).toEqual({ width: 180, height: 320, color: 'both' });
  });

  it('references keep their ratio, in their order, beside a frame or without one', async () => {
    const references = [imageKey, await store('uploads/red.png', 'red')];
    const options: Partial<TaskOptions> = { aspectRatio: '1:1', references };
    const sent = await read({}, options);
    expect(sent.image).toBeNull();
    expect(await Promise.all(sent.references.map(decode))).toEqual([
      { width: 640, height: 320, color: 'both' },
      { width: 16, height: 16, color: 'red' },
    ]);
    expect((await read({ imageKey }, options)).references).toEqual(sent.references);
    await expect(read({}, { references: ['uploads/none.png'] })).rejects.toThrow(InputImageError);
  });

  it('a continued video provides its last frame, which is stored for another attempt', async () => {
    const [file, extendedKey, requestId] = [join(folder, 'video.mp4'), 'outputs/old/video.mp4', randomUUID()];
    const colors = ['red', 'blue'].map((color, i) => `color=${color}:s=320x180:r=12:d=2[c${i}]`).join(';');
    const graph = `${colors};[c0][c1]concat,format=yuv420p`;
    execFileSync(bundledFfmpeg, ['-v', 'error', '-filter_complex', graph, '-c:v', 'libx264', '-y', file]);
    await storage.put(extendedKey, createReadStream(file), { contentType: 'video/mp4', maxBytes: 1_000_000 });
    const task = newTask({ type: 'image_video', options: { ...OPTIONS, extendedKey } });
    const { image } = await reader.read(requestId, task, signal);
    expect(await decode(image)).toEqual({ width: 320, height: 180, color: 'blue' });
    await storage.remove(extendedKey);
    expect((await reader.read(requestId, task, signal)).image).toBe(image);
    await expect(reader.read(randomUUID(), task, signal)).rejects.toThrow(InputImageError);
  });

  it('a video that cannot be decoded is an invalid input', async () => {
    const extendedKey = 'outputs/broken/video.mp4';
    await storage.put(extendedKey, Readable.from(['not a video']), { contentType: 'video/mp4', maxBytes: 1_000 });
    await expect(read({}, { extendedKey })).rejects.toThrow(InputImageError);
  });
});
