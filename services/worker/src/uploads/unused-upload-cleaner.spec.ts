import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '@luit/platform/testing/services';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
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
    redis = await takeTestRedis();
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
    await giveBackTestRedis(redis);
    await rm(folder, { recursive: true });
  });

  const put = async (key = `uploads/${keyOf(Date.now())}.png`) => {
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

  it('parts of uploads without progress are removed after an hour, and those of active ones stay', async () => {
    const [idle, active] = [randomUUID(), randomUUID()];
    const putPart = async (upload: string, hoursAgo: number) => {
      const part = `upload-parts/${upload}-${randomUUID()}.part`;
      await storage.put(part, Readable.from(['x']), { contentType: 'application/octet-stream', maxBytes: 10 });
      const modified = new Date(Date.now() - hoursAgo * HOUR_MS);
      await utimes(join(folder, part), modified, modified);
      return part;
    };
    const parts = [
      await putPart(idle, 2),
      await putPart(idle, 1.5),
      await putPart(active, 2),
      await putPart(active, 0.5),
    ];
    expect(await cleaner.sweepParts()).toBe(2);
    expect(await Promise.all(parts.map(isThere))).toEqual([false, false, true, true]);
    expect(await cleaner.sweepParts(Date.now() + HOUR_MS)).toBe(2);
  });

  it('images are checked in batches of 500', async () => {
    await Promise.all(Array.from({ length: 501 }, () => put()));
    batchSizes.length = 0;
    expect(await cleaner.sweep(Date.now() + 26 * HOUR_MS)).toBe(501);
    expect(Math.max(...batchSizes)).toBe(500);
  });

  it('a round lists recent images, and continues a pass over all others', async () => {
    const listed: (string | undefined)[] = [];
    const yielded: string[] = [];
    const list = async function* (folder: string, after?: string) {
      listed.push(after);
      for await (const file of storage.list(folder, after)) {
        yielded.push(file.key);
        yield file;
      }
    };
    const observed = Object.assign(Object.create(storage) as FolderStorage, { list });
    const now = Date.now() + 26 * HOUR_MS;
    const old = await Promise.all(
      Array.from({ length: 10 }, () => put(`uploads/${keyOf(now - 90 * 24 * HOUR_MS)}.png`)),
    );
    old.forEach((key) => usedKeys.add(key));
    const unused = await put(`uploads/${keyOf(now - 26 * HOUR_MS)}.png`);
    const own = new UnusedUploadCleaner(calls.client, observed, new Scheduler());
    expect(await own.sweep(now, 3)).toBe(1);
    expect(await isThere(unused)).toBe(false);
    const hasRecent = await own.sweep(now, 3);
    usedKeys.delete(old[7] ?? '');
    let rounds = 0;
    for (let removed = hasRecent; removed === 0; rounds++) removed = await own.sweep(now, 3);
    expect(rounds).toBeLessThanOrEqual(5);
    expect(await isThere(old[7] ?? '')).toBe(false);
    expect(yielded.length).toBeLessThan(3 * listed.length);
  });
});

/** A UUID of version 7 of that time. */
function keyOf(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7${randomUUID().slice(15)}`;
}
