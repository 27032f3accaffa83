import { generationCalls } from '@luit/contracts/generation/messages';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { InputImages } from '../submissions/input-images';
import { newPoll, newTask } from '../test/tasks';
import { runJob } from '../test/run-job';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { outputKeysOf } from './output-keys';

const { claimSubmission, recordFirstStep, settleJob } = generationCalls;

describe('photo restorations', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false, replicate: { secondsPerVideo: 0.2 } });
    storage = new FolderStorage(app.storageDir);
    await app.startWorker();
  });
  afterAll(() => app.close());

  const upload = async (width: number, height: number, isGray = false): Promise<string> => {
    const key = `uploads/${randomUUID()}.jpg`;
    const photo = await sharp({ create: { width, height, channels: 3, background: '#a98' } })
      .toColorspace(isGray ? 'b-w' : 'srgb')
      .jpeg()
      .toBuffer();
    await storage.put(key, Readable.from([photo]), { contentType: 'image/jpeg', maxBytes: 1_000_000 });
    return key;
  };

  /** Submits and tracks one restoration. @returns its outcome */
  const restore = async (imageKey: string): Promise<{ requestId: string; outcome: unknown; input: unknown }> => {
    const requestId = randomUUID();
    const restore = { quality: 'high', enhancement: 'professional', colorRestoration: false } as const;
    const task = newTask({
      model: 'gfpgan',
      type: 'restore',
      prompt: '',
      duration: null,
      resolution: 'high',
      restore,
      imageKey,
    });
    const { externalId, outcome } = await runJob(app, requestId, task);
    const { body } = await app.client.replicate('GET', `/predictions/${externalId}`);
    return { requestId, outcome, input: body.input };
  };

  it('a restoration uses the chosen scale and network, and stores an image with AI metadata and a preview [G-20]', async () => {
    const { requestId, outcome, input } = await restore(await upload(120, 80));
    expect(input).toMatchObject({
      img: expect.stringMatching(/^data:image\/jpeg;base64,/),
      version: 'RestoreFormer',
      scale: 3,
    });
    expect(outcome).toEqual({
      kind: 'succeeded',
      outputKey: `outputs/${requestId}/restored.png`,
      posterKey: `outputs/${requestId}/preview.jpg`,
      contentType: 'image/png',
      bytes: expect.any(Number),
      durationSeconds: null,
      fingerprint: null,
    });
    const image = await buffer((await storage.get(`outputs/${requestId}/restored.png`))!.stream);
    const facts = await sharp(image).metadata();
    expect(facts).toMatchObject({ format: 'png', width: 360, height: 240 });
    expect(String(facts.xmp)).toContain('digitalsourcetype/compositeWithTrainedAlgorithmicMedia');
    const preview = await storage.stat(`outputs/${requestId}/preview.jpg`);
    expect(preview?.contentType).toBe('image/jpeg');
  });

  /** Tracks a task of the first step until its result is reported. */
  const colorize = async (requestId: string, externalId: string, imageKey: string) => {
    const restore = { quality: 'high', enhancement: 'standard', colorRestoration: true } as const;
    const kind = {
      model: 'ddcolor',
      type: 'restore',
      duration: null,
      resolution: 'high',
      isIntermediate: true,
    } as const;
    const task = newTask({ ...kind, restore, imageKey });
    const before = app.generation.all(recordFirstStep, requestId).length;
    await app.track(requestId, newPoll(task, externalId));
    return eventually(() => {
      const reports = app.generation.all(recordFirstStep, requestId);
      expect(app.generation.all(settleJob, requestId)).toEqual([]);
      expect(reports.length).toBeGreaterThan(before);
      return reports.at(-1)?.imageKey as string;
    });
  };

  it('the result of the color model is stored for the second step and reused after a crash [G-20]', async () => {
    const requestId = randomUUID();
    const imageKey = await upload(120, 80, true);
    const photo = `data:image/jpeg;base64,${(await buffer((await storage.get(imageKey))!.stream)).toString('base64')}`;
    const version = newTask({ model: 'ddcolor', type: 'restore' }).route?.model;
    const { body } = await app.client.replicate('POST', '/predictions', { version, input: { image: photo } });
    const key = await colorize(requestId, String(body.id), imageKey);
    expect(key).toBe(`outputs/${requestId}/colored.png`);
    const colored = await buffer((await storage.get(key))!.stream);
    expect(await sharp(colored).metadata()).toMatchObject({ format: 'png', width: 120, height: 80, space: 'srgb' });
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    // Simulates a crash before the report: nothing is downloaded again, although the provider still has the output.
    const countDownloads = async () => {
      const { body: log } = await app.client.control('GET', '/log');
      return (log.entries as { path: string }[]).filter(({ path }) => path.includes(`files/${String(body.id)}`)).length;
    };
    const once = await countDownloads();
    const modified = (await storage.stat(key))?.modifiedAt;
    app.generation.untrack(requestId);
    expect(await colorize(requestId, String(body.id), imageKey)).toBe(key);
    expect([await countDownloads(), (await storage.stat(key))?.modifiedAt]).toEqual([once, modified]);
    const second = await new InputImages(storage).read(key);
    expect(second).toMatch(/^data:image\/jpeg;base64,/);
    expect(outputKeysOf(requestId)).toContain(key);
  });

  it('a photo that the model rejects fails the job as invalid input', async () => {
    const { outcome } = await restore(await upload(8, 8));
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'invalid_input' } });
  });

  it('an image that cannot be decoded is not submitted', async () => {
    const key = `uploads/${randomUUID()}.png`;
    await storage.put(key, Readable.from(['not an image']), { contentType: 'image/png', maxBytes: 100 });
    const requestId = randomUUID();
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: false } as const;
    const task = newTask({ model: 'gfpgan', type: 'restore', duration: null, restore, imageKey: key });
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
      action: 'submit',
      lease: 1,
      task,
      submitWithinMs: 5_000,
    }));
    await app.enqueue(submitJob, requestId);
    const report = await eventually(() => {
      const [failure] = app.generation.all(generationCalls.recordSubmissionFailure, requestId);
      expect(failure).toBeDefined();
      return failure;
    });
    expect(report).toMatchObject({ result: 'rejected', failure: { kind: 'invalid_input', code: 'input_image' } });
    const { body } = await app.client.control('GET', '/log?target=replicate');
    const entries = body.entries as { clientRef?: string }[];
    expect(entries.filter(({ clientRef }) => clientRef === task.clientRef)).toEqual([]);
  });
});
