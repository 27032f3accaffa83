import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobResult } from '@luit/contracts/messages/job-result';
import type { Storage } from '@luit/platform/storage/storage';
import { openStorage, type StorageSettings } from '@luit/platform/storage/storage-settings';
import { eventually } from '@luit/platform/testing/eventually';
import { connectTestCalls, type TestCalls } from '@luit/platform/testing/services';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { type RunningS3, startS3 } from '@luit/sandbox/s3/s3';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { InputImages } from '../submissions/input-images';
import { newPoll, newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { UnusedUploadCleaner } from '../uploads/unused-upload-cleaner';
import { outputKeysOf } from './output-keys';

const { settleJob, listErasableFiles, listUnusedImages } = generationCalls;

/** The worker's file operations with a bucket instead of a folder. */
describe('a worker with a bucket', () => {
  let s3: RunningS3;
  let app: WorkerTestApp;
  let storage: Storage;
  let calls: TestCalls;

  beforeAll(async () => {
    [s3, app] = await Promise.all([startS3(), startWorkerTestApp({ mailbox: false })]);
    const settings: StorageSettings = {
      kind: 's3',
      bucket: s3.bucket,
      prefix: 'luit/',
      region: 'us-east-1',
      endpoint: s3.url,
      isPathStyle: true,
      credentials: s3.keys,
    };
    app.config.storage = settings;
    storage = await openStorage(settings);
    calls = await connectTestCalls(app.redis.url);
    await app.startWorker();
  });

  afterAll(async () => {
    await calls.close();
    await app.close();
    await s3.close();
  });

  const put = async (key: string, content = Buffer.from('x'), contentType = 'image/png') => {
    await storage.put(key, Readable.from([content]), { contentType, maxBytes: 1_000_000 });
    return key;
  };
  const isThere = async (key: string) => (await storage.stat(key)) !== null;

  /** Creates a task at the provider and tracks it until the job is settled. */
  const finish = async (task: ReturnType<typeof newTask>, path: string, input: Record<string, unknown>) => {
    const requestId = randomUUID();
    const { body } = await app.client.replicate('POST', path, input);
    app.generation.on(settleJob, requestId, (): JobResult => ({ action: 'done' }));
    await app.track(requestId, newPoll(task, String(body.id)));
    const [report] = await eventually(() => {
      const reports = app.generation.all(settleJob, requestId);
      expect(reports).not.toEqual([]);
      return reports;
    });
    expect(report?.outcome).toMatchObject({ kind: 'succeeded' });
    return requestId;
  };

  it('a video and its poster are collected and erased', async () => {
    const task = newTask({ prompt: 'Fishing boats [slow:0.2]' });
    const requestId = await finish(task, '/models/bytedance/seedance-1-lite/predictions', {
      input: { prompt: task.prompt, duration: task.duration, resolution: task.resolution },
    });
    const kept = await put(`outputs/${randomUUID()}/restored.png`);
    expect((await storage.stat(`outputs/${requestId}/video.mp4`))?.size).toBeGreaterThan(10_000);
    expect((await storage.stat(`outputs/${requestId}/poster.jpg`))?.contentType).toBe('image/jpeg');
    app.generation.on(listErasableFiles, requestId, () => ({ keys: [], keptKeys: [] }));
    await app.enqueue(eraseJob, requestId);
    await eventually(async () => {
      expect(await Promise.all(outputKeysOf(requestId).map(isThere))).not.toContain(true);
    });
    expect(await isThere(kept)).toBe(true);
  });

  it('an input image is cleaned in place', async () => {
    const photo = sharp({ create: { width: 2_500, height: 40, channels: 3, background: '#a83' } });
    const exif = { IFD0: { Copyright: 'Somebody' } };
    const key = await put(`uploads/${randomUUID()}.jpg`, await photo.withExif(exif).jpeg().toBuffer(), 'image/jpeg');
    expect(await new InputImages(storage).read(key)).toMatch(/^data:image\/jpeg;base64,/);
    const file = await storage.get(key);
    const chunks: Buffer[] = [];
    for await (const chunk of file?.stream ?? []) chunks.push(chunk as Buffer);
    const facts = await sharp(Buffer.concat(chunks)).metadata();
    expect(facts).toMatchObject({ width: 2_048 });
    expect(facts.exif).toBeUndefined();
  });

  it('unused uploads are removed', async () => {
    const [unused, ordered] = [await put(`uploads/${randomUUID()}.png`), await put(`uploads/${randomUUID()}.png`)];
    app.generation.onAny(listUnusedImages, ({ keys }) => ({ keys: keys.filter((key) => key !== ordered) }));
    await new UnusedUploadCleaner(calls.client, storage, new Scheduler()).sweep(Date.now() + 26 * 3_600_000);
    expect(await Promise.all([unused, ordered].map(isThere))).toEqual([false, true]);
  });
});
