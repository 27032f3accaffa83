import type { CallClient } from '@luit/platform/calls/call-client';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { Scheduler } from '@luit/platform/scheduling/scheduler';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { giveBackTestRedis, takeTestRedis, type TestRedis } from '@luit/platform/testing/redis';
import { connectTestCalls, startFakeService, type TestCalls } from '@luit/platform/testing/services';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { RunnerFileCleaner } from './runner-file-cleaner';

const HOUR_MS = 3_600_000;

describe('the cleaner of files of runners', () => {
  let redis: TestRedis;
  let calls: TestCalls;
  let generation: { close(): Promise<void> };
  let folder: string;

  beforeAll(async () => {
    [redis, folder] = await Promise.all([takeTestRedis(), mkdtemp(join(tmpdir(), 'luit-runner-files-'))]);
  });
  afterAll(async () => {
    await calls.close();
    await generation.close();
    await giveBackTestRedis(redis);
    await rm(folder, { recursive: true });
  });

  it('removes the files of finished jobs, and no recent ones', async () => {
    const [finished, running] = [randomUUID(), randomUUID()];
    generation = await startFakeService('generation', redis.url, {
      [generationCalls.listFinishedRunnerJobs.name]: ({ ids }: { ids: string[] }) => ({
        ids: ids.filter((id) => id === finished),
      }),
    });
    calls = await connectTestCalls(redis.url, 'worker');
    const storage = new FolderStorage(folder);
    const keys = [finished, running].flatMap((id) => [
      `runner-inputs/${id}-image-0.jpg`,
      `runner-outputs/${id}-${randomUUID()}.part`,
    ]);
    for (const key of keys) {
      const contentType = key.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream';
      await storage.put(key, Readable.from([Buffer.from('x')]), { contentType, maxBytes: 1 });
    }
    const cleaner = new RunnerFileCleaner(calls.client as CallClient, storage, {} as Scheduler);
    expect(await cleaner.sweep()).toBe(0);
    expect(await cleaner.sweep(Date.now() + HOUR_MS)).toBe(2);
    const left = await Promise.all(keys.map((key) => storage.stat(key)));
    expect(left.map(Boolean)).toEqual([false, false, true, true]);
  });
});
