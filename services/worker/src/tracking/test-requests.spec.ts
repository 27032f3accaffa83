import { generationCalls } from '@luit/contracts/generation/messages';
import { DEFAULT_OUTPUT_LABEL } from '@luit/contracts/generation/output-label';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import { TEST_PROVIDER } from '@luit/contracts/generation/test-requests';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { checkVideo } from '../outputs/video-check';
import { newOptions, newPoll, newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimSubmission, recordSubmission, settleJob } = generationCalls;
/** Rendering takes a second, or much longer on a busy machine. */
const RENDERING_MS = 120_000;

describe('test requests in a worker', () => {
  let app: WorkerTestApp;
  let folder: string;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    // So that a picture shows nothing but TEST.
    app.generation.outputLabel = { ...DEFAULT_OUTPUT_LABEL, onVideos: false };
    // A worker without the key of any provider.
    Object.assign(app.config, { replicate: null, fal: null, ark: null });
    folder = await mkdtemp(join(tmpdir(), 'luit-test-requests-'));
    await app.startWorker();
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  const taskOf = (changes: Partial<ProviderTask>) =>
    newTask({ provider: TEST_PROVIDER, prompt: 'A river', ...changes });

  const report = (requestId: string, call: { name: string }) =>
    eventually(() => {
      const [found] = app.generation.all(call, requestId);
      if (!found) throw new Error(`No ${call.name}`);
      return found;
    });

  /** Submits and polls the task until it is settled. */
  const run = async (task: ProviderTask, changes: object = {}): Promise<{ requestId: string; outcome: JobOutcome }> => {
    const requestId = randomUUID();
    const claim: SubmissionClaim = { action: 'submit', lease: 3, task, submitWithinMs: 5_000 };
    app.generation.on(claimSubmission, requestId, () => claim);
    await app.enqueue(submitJob, requestId);
    const { externalId } = await report(requestId, recordSubmission);
    await app.track(requestId, newPoll(task, String(externalId), changes));
    const { outcome } = await report(requestId, settleJob);
    return { requestId, outcome: outcome as JobOutcome };
  };

  const save = async (key: string): Promise<string> => {
    const stored = await new FolderStorage(app.storageDir).get(key);
    const file = join(folder, randomUUID());
    await pipeline(stored!.stream, createWriteStream(file));
    return file;
  };

  /** White letters that fill more than half of the shorter side, and nothing else but the dark ground. @param side pixels */
  const expectText = async (file: string, side: number): Promise<void> => {
    const { info } = await sharp(file).trim({ threshold: 60 }).toBuffer({ resolveWithObject: true });
    expect(info.width / side).toBeGreaterThan(0.5);
    expect(info.width / side).toBeLessThan(0.7);
    const { channels } = await sharp(file).stats();
    expect([channels[0]!.min < 60, channels[0]!.max > 200]).toEqual([true, true]);
  };

  it('a video of the ordered length and size is rendered, with a poster', async () => {
    const task = taskOf({
      resolution: '720p',
      duration: 10,
      options: newOptions({ aspectRatio: '9:16', sound: true }),
    });
    const { requestId, outcome } = await run(task);
    expect(outcome).toMatchObject({
      kind: 'succeeded',
      contentType: 'video/mp4',
      outputKey: `outputs/${requestId}/video.mp4`,
    });
    if (outcome.kind !== 'succeeded') return;
    const programs = await MediaPrograms.find(RENDERING_MS, 'local');
    const facts = await checkVideo(programs, await save(outcome.outputKey), 10, new AbortController().signal);
    expect(facts).toMatchObject({ width: 720, height: 1_280, sound: 'aac' });
    await expectText(await save(outcome.posterKey ?? ''), 720);
  });

  it('a video without an aspect ratio, or with that of its image, is 16:9', async () => {
    const { outcome } = await run(taskOf({}));
    if (outcome.kind !== 'succeeded') throw new Error(outcome.kind);
    const programs = await MediaPrograms.find(RENDERING_MS, 'local');
    const facts = await checkVideo(programs, await save(outcome.outputKey), 5, new AbortController().signal);
    expect(facts).toMatchObject({ width: 854, height: 480 });
  });

  it('a restoration is an image', async () => {
    const restore = { quality: 'standard', enhancement: 'standard', colorRestoration: false } as const;
    const { outcome } = await run(taskOf({ type: 'restore', duration: null, restore, resolution: 'standard' }));
    expect(outcome).toMatchObject({ kind: 'succeeded', contentType: 'image/png' });
    if (outcome.kind !== 'succeeded') return;
    const file = await save(outcome.outputKey);
    expect(await sharp(file).metadata()).toMatchObject({ width: 1_024, height: 768 });
    await expectText(file, 768);
  });

  it('a prompt that asks for a failure fails, and nothing is stored', async () => {
    const { requestId, outcome } = await run(taskOf({ prompt: 'test: fail' }));
    expect(outcome).toMatchObject({ kind: 'failed', failure: { kind: 'provider', code: 'test_failure' } });
    expect(await new FolderStorage(app.storageDir).stat(`outputs/${requestId}/video.mp4`)).toBeNull();
  });

  it('a cancel ends a slow task', async () => {
    const { outcome } = await run(taskOf({ prompt: 'test: slow' }), { cancelRequested: true });
    expect(outcome).toEqual({ kind: 'canceled' });
  });
});
