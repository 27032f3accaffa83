import { type Derivation, deriveJob } from '@luit/contracts/generation/derived-files';
import { generationCalls } from '@luit/contracts/generation/messages';
import { KnownSigners } from '@luit/media/content-credentials/known-signers';
import { readCredentials } from '@luit/media/content-credentials/read-credentials';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimDerivation, recordDerivation, recordDerivationFailure } = generationCalls;
const make = (outputKey: string): Derivation => ({ action: 'make', outputKey });
const CONVERTING_MS = 120_000;

describe('small and animated versions of a video', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;
  let programs: MediaPrograms;
  let folder: string;
  const { signal } = new AbortController();

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    programs = await MediaPrograms.find(CONVERTING_MS, 'local');
    folder = await mkdtemp(join(tmpdir(), 'luit-derive-'));
    await app.startWorker();
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const keysOf = (id: string) => ({ small: `outputs/${id}/small.mp4`, animation: `outputs/${id}/animation.webp` });
  /** Stores a video with AI tags. */
  const store = async (id: string, size: string, { quality = '1', seconds = 1 } = {}) => {
    const file = join(folder, `${id}.mp4`);
    const source = ['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${seconds}`];
    const identifier = ['-metadata', `description=DigImageGUID: urn:uuid:${id}`];
    const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', quality, '-pix_fmt', 'yuv420p'];
    await programs.run(
      'ffmpeg',
      [...source, ...coding, '-metadata', 'comment=Made by AI', ...identifier, file],
      signal,
    );
    const key = `outputs/${id}/video.mp4`;
    await storage.put(key, createReadStream(file), { contentType: 'video/mp4', maxBytes: 100_000_000 });
    return key;
  };
  const derive = async (id: string) => {
    await app.enqueue(deriveJob, id);
    await eventually(async () => {
      expect(app.generation.all(claimDerivation, id)).not.toEqual([]);
      expect(await app.queued(deriveJob)).toBe(0);
    });
  };
  const probe = async (key: string) => {
    const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', join(app.storageDir, key)];
    return JSON.parse(await programs.run('ffprobe', args, signal)) as {
      format: { duration: string; tags: Record<string, string> };
      streams: { codec_name: string; width: number; height: number }[];
    };
  };

  it('a video gets a version of 480 pixels that keeps its AI tags, and an animation of three seconds', async () => {
    const id = randomUUID();
    const outputKey = await store(id, '1280x720', { seconds: 4 });
    app.generation.on(claimDerivation, id, () => make(outputKey));
    app.generation.on(recordDerivation, id, () => ({ isKept: true }));
    await derive(id);
    const keys = keysOf(id);
    const [record] = app.generation.all(recordDerivation, id);
    const sizes = {
      small: (await storage.stat(keys.small))?.size,
      animation: (await storage.stat(keys.animation))?.size,
    };
    expect(record).toMatchObject({
      small: { key: keys.small, bytes: sizes.small },
      animation: { key: keys.animation, bytes: sizes.animation },
    });
    expect(sizes.small).toBeLessThan((await storage.stat(outputKey))!.size / 2);
    const small = await probe(keys.small);
    expect(small.streams[0]).toMatchObject({ codec_name: 'h264', width: 854, height: 480 });
    expect(Number(small.format.duration)).toBeCloseTo(4, 0);
    expect(small.format.tags).toMatchObject({ comment: 'Made by AI', description: `DigImageGUID: urn:uuid:${id}` });
    const animation = await sharp(join(app.storageDir, keys.animation), { animated: true }).metadata();
    expect(animation).toMatchObject({ format: 'webp', width: 320, pages: 30, loop: 0 });
    expect(String(animation.xmp)).toContain(`DigImageGUID="urn:uuid:${id}"`);
    expect(String(animation.xmp)).toContain('digitalsourcetype/trainedAlgorithmicMedia');
    const known = await new KnownSigners(storage).list();
    for (const [key, format] of [
      [keys.small, 'video/mp4'],
      [keys.animation, 'image/webp'],
    ] as const) {
      const credentials = await readCredentials(join(app.storageDir, key), format, known, signal);
      expect(credentials).toMatchObject({ state: 'intact', metadata: expect.stringContaining(id) as string });
    }
  });

  it('a portrait video is scaled by its width, and a version that is not smaller is not stored', async () => {
    const id = randomUUID();
    const outputKey = await store(id, '490x870', { quality: '51' });
    app.generation.on(claimDerivation, id, () => make(outputKey));
    app.generation.on(recordDerivation, id, () => ({ isKept: true }));
    await derive(id);
    expect(app.generation.all(recordDerivation, id)[0]).toMatchObject({ small: null });
    expect(await storage.stat(keysOf(id).small)).toBeNull();
    const portrait = randomUUID();
    const key = await store(portrait, '720x1280');
    app.generation.on(claimDerivation, portrait, () => make(key));
    app.generation.on(recordDerivation, portrait, () => ({ isKept: true }));
    await derive(portrait);
    expect((await probe(keysOf(portrait).small)).streams[0]).toMatchObject({ width: 480, height: 854 });
  });

  it('files of a request that was deleted meanwhile are removed, whether before or after they were made', async () => {
    const [late, early] = [randomUUID(), randomUUID()];
    const outputKey = await store(late, '160x90');
    app.generation.on(claimDerivation, late, () => make(outputKey));
    app.generation.on(recordDerivation, late, () => ({ isKept: false }));
    await derive(late);
    // It is small already.
    expect(app.generation.all(recordDerivation, late)[0]).toMatchObject({ small: null });
    await storage.put(keysOf(early).small, Readable.from(['x']), { contentType: 'video/mp4', maxBytes: 10 });
    app.generation.on(claimDerivation, early, (): Derivation => ({ action: 'remove' }));
    await derive(early);
    for (const id of [late, early]) {
      for (const key of Object.values(keysOf(id))) expect(await storage.stat(key)).toBeNull();
    }
  });

  it('a video that cannot be converted, or is missing, is reported', async () => {
    const [broken, missing] = [randomUUID(), randomUUID()];
    const outputKey = `outputs/${broken}/video.mp4`;
    await storage.put(outputKey, Readable.from(['This is not a video.']), { contentType: 'video/mp4', maxBytes: 100 });
    app.generation.on(claimDerivation, broken, () => make(outputKey));
    app.generation.on(claimDerivation, missing, () => make(`outputs/${missing}/video.mp4`));
    for (const id of [broken, missing]) {
      await derive(id);
      expect(app.generation.all(recordDerivationFailure, id)).toHaveLength(1);
      expect(app.generation.all(recordDerivation, id)).toEqual([]);
    }
  });
});
