import { generationCalls } from '@luit/contracts/generation/messages';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newPoll, newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { ManualTimers } from '@luit/platform/testing/manual-timers';
import { Scheduler } from '@luit/platform/scheduling/scheduler';
import { outputKeysOf } from './output-keys';
import { SealedFileCleaner, sealedKeyOf } from './sealed-files';

const { judgeOutput, settleJob } = generationCalls;
/** Rendering takes a second, or much longer on a busy machine. */
const DAY_MS = 24 * 3_600_000;

describe('outputs with a classifier', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;

  const start = async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    const { url, classifier } = app.sandbox;
    app.config.classifier = { url: `${url}/classifier/classify`, apiKey: classifier.apiKey, timeoutMs: 5_000 };
    app.config.hashMatcher = { url: `${url}/hma`, timeoutMs: 5_000 };
    await app.startWorker();
  };

  beforeAll(start);
  afterAll(() => app.close());
  beforeEach(() => app.client.control('POST', '/reset'));

  /** Collects a video. @param refusal what generation answers about its scores */
  const collect = async (refusal: string | null) => {
    const requestId = randomUUID();
    const task = newTask({ prompt: 'A boat at dawn [slow:0.1]' });
    const input = { prompt: task.prompt, duration: task.duration, resolution: task.resolution };
    const { body } = await app.client.replicate('POST', '/models/bytedance/seedance-1-lite/predictions', { input });
    app.generation.on(judgeOutput, requestId, () => ({ refusal }));
    await app.track(requestId, newPoll(task, String(body.id)));
    const outcome = await eventually(() => {
      const [report] = app.generation.all(settleJob, requestId);
      expect(report).toBeDefined();
      return report?.outcome;
    });
    return { requestId, outcome, judged: app.generation.all(judgeOutput, requestId) };
  };
  const storedOf = async (requestId: string) => {
    const keys = [...outputKeysOf(requestId), sealedKeyOf(requestId, 'video.mp4')];
    const found = await Promise.all(keys.map(async (key) => ((await storage.stat(key)) ? key : null)));
    return found.filter((key) => key !== null);
  };

  it('an output is judged by its frames before it is stored', async () => {
    const { requestId, outcome, judged } = await collect(null);
    const [outputKey, sealedKey] = [`outputs/${requestId}/video.mp4`, `sealed/${requestId}.mp4`];
    expect(judged).toMatchObject([{ scores: { violence: 0.01 }, banks: [], outputKey, sealedKey }]);
    expect(outcome).toMatchObject({ kind: 'succeeded', outputKey });
    expect(await storedOf(requestId)).toEqual([outputKey, `outputs/${requestId}/poster.jpg`]);
  });

  it('a refused output fails its job at once, and only a sealed copy is stored', async () => {
    const { requestId, outcome, judged } = await collect('violence: output 97 %');
    const failure = { kind: 'moderation', code: 'output_refused', message: 'violence: output 97 %' };
    expect(outcome).toEqual({ kind: 'failed', failure });
    expect(judged).toHaveLength(1);
    expect(app.generation.polls(requestId, 'failed')).toEqual([]);
    expect(await storedOf(requestId)).toEqual([`sealed/${requestId}.mp4`]);
  });

  describe('during an outage of the classifier', () => {
    let before: [WorkerTestApp, FolderStorage];

    beforeAll(async () => {
      before = [app, storage];
      await start();
    });
    afterAll(async () => {
      await app.close();
      [app, storage] = before;
    });

    it('generation decides about outputs that the classifier does not answer for, and operators are alerted', async () => {
      await app.client.control('POST', '/faults', { target: 'classifier', kind: 'error:500', for_seconds: 60 });
      const { outcome, judged } = await collect(null);
      expect(judged).toMatchObject([{ scores: null }]);
      expect(outcome).toMatchObject({ kind: 'succeeded' });
      await eventually(() =>
        expect(app.alerts.causes.get('classifier')).toMatchObject([{ kind: 'classifier_unavailable' }]),
      );
    });
  });

  it('sealed files are removed after 30 days', async () => {
    const key = sealedKeyOf(randomUUID(), 'restored.png');
    await storage.put(key, Readable.from(['x']), { contentType: 'image/png', maxBytes: 10 });
    const cleaner = new SealedFileCleaner(storage, new Scheduler());
    await cleaner.sweep(Date.now() + 29 * DAY_MS);
    expect(await storage.stat(key)).not.toBeNull();
    expect(await cleaner.sweep(Date.now() + 31 * DAY_MS)).toBeGreaterThan(0);
    expect(await storage.stat(key)).toBeNull();
  });

  it('sealed files are looked for at startup and then once an hour', async () => {
    const timers = new ManualTimers();
    const list = jest.spyOn(storage, 'list');
    const scheduler = new Scheduler(timers, () => 0);
    new SealedFileCleaner(storage, scheduler).onApplicationBootstrap();
    const lookedFor = async (times: number) =>
      eventually(() => Promise.resolve(expect(list).toHaveBeenCalledTimes(times)));
    await timers.advance(0);
    await lookedFor(1);
    await timers.untilSet();
    await timers.advance(3_599_000);
    await lookedFor(1);
    await timers.advance(1_000);
    await lookedFor(2);
    await scheduler.beforeApplicationShutdown();
    list.mockRestore();
  });
});
