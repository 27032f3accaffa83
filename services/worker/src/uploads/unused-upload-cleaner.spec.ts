import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { startTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '@luit/platform/testing/services';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UnusedUploadCleaner } from './unused-upload-cleaner';

const HOUR_MS = 3_600_000;

describe('G-12: uploads that nobody ordered', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let generation: { close(): Promise<void> };
  let folder: string;
  let storage: FolderStorage;
  let uploads: UnusedUploadCleaner;
  const needed = new Set<string>();
  const asked: number[] = [];

  beforeAll(async () => {
    redis = await startTestRedis();
    generation = await startFakeService('generation', redis.url, {
      [generationCalls.listUnusedImages.name]: ({ keys }: { keys: string[] }) => {
        asked.push(keys.length);
        return { keys: keys.filter((key) => !needed.has(key)) };
      },
    });
    calls = await connectTestCalls(redis.url);
    folder = await mkdtemp(join(tmpdir(), 'luit-uploads-'));
    storage = new FolderStorage(folder);
    uploads = new UnusedUploadCleaner(calls.client, storage);
  });

  afterAll(async () => {
    await calls.close();
    await generation.close();
    await redis.stop();
    await rm(folder, { recursive: true });
  });

  const put = async (key = `uploads/${randomUUID()}.png`) => {
    await storage.put(key, Readable.from(['x']), { contentType: 'image/png', maxBytes: 10 });
    return key;
  };
  const isThere = async (key: string) => (await storage.stat(key)) !== null;

  it('are removed after a day; what was ordered stays, and so does what is no upload', async () => {
    const [loose, ordered, output] = [await put(), await put(), await put('outputs/1/video.png')];
    needed.add(ordered);
    expect(await uploads.sweep(Date.now() + 24 * HOUR_MS)).toBe(0);
    expect(await uploads.sweep(Date.now() + 26 * HOUR_MS)).toBe(1);
    expect(await Promise.all([loose, ordered, output].map(isThere))).toEqual([false, true, true]);
  });

  it('are asked about a few hundred at a time, and none is forgotten', async () => {
    await Promise.all(Array.from({ length: 501 }, () => put()));
    asked.length = 0;
    expect(await uploads.sweep(Date.now() + 26 * HOUR_MS)).toBe(501);
    expect(asked).toEqual([500, 2]);
  });
});
