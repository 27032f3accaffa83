import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { startTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '@luit/platform/testing/services';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UnusedUploadCleaner } from './unused-upload-cleaner';

const HOUR_MS = 3_600_000;

describe('unused uploads [G-12]', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let generation: { close(): Promise<void> };
  let folder: string;
  let storage: FolderStorage;
  let cleaner: UnusedUploadCleaner;
  const usedKeys = new Set<string>();
  const batchSizes: number[] = [];

  beforeAll(async () => {
    redis = await startTestRedis();
    generation = await startFakeService('generation', redis.url, {
      [generationCalls.listUnusedImages.name]: ({ keys }: { keys: string[] }) => {
        batchSizes.push(keys.length);
        return { keys: keys.filter((key) => !usedKeys.has(key)) };
      },
    });
    calls = await connectTestCalls(redis.url);
    folder = await mkdtemp(join(tmpdir(), 'luit-uploads-'));
    storage = new FolderStorage(folder);
    cleaner = new UnusedUploadCleaner(calls.client, storage, new Scheduler());
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

  it('unused uploads are removed after a day; ordered images and other files stay', async () => {
    const [unused, ordered, output] = [await put(), await put(), await put('outputs/1/video.png')];
    usedKeys.add(ordered);
    expect(await cleaner.sweep(Date.now() + 24 * HOUR_MS)).toBe(0);
    expect(await cleaner.sweep(Date.now() + 26 * HOUR_MS)).toBe(1);
    expect(await Promise.all([unused, ordered, output].map(isThere))).toEqual([false, true, true]);
  });

  it('all uploads are processed in batches of 500', async () => {
    await Promise.all(Array.from({ length: 501 }, () => put()));
    batchSizes.length = 0;
    expect(await cleaner.sweep(Date.now() + 26 * HOUR_MS)).toBe(501);
    expect(batchSizes).toEqual([500, 2]);
  });
});
