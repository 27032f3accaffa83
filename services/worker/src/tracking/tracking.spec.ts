import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import { type TrackingClaim, trackJob } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { MediaPrograms } from '../outputs/media-programs';
import { checkVideo } from '../outputs/video-check';
import { newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimTracking, recordProgress, recordPollFailure, startCollecting, settleJob } = generationCalls;
/** Rendering takes a second, or much longer on a busy machine. */
const RENDERING_MS = 50_000;
jest.setTimeout(60_000);

type PollClaim = Extract<TrackingClaim, { action: 'poll' }>;

describe('tracking', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;
  let lease = 0;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    await app.startWorker();
  });

  afterAll(() => app.close());

  beforeEach(() => app.client.control('POST', '/reset'));

  const misbehave = (kind: string, forSeconds = 60) =>
    app.client.control('POST', '/faults', { target: 'replicate', kind, for_seconds: forSeconds });

  /** Creates a task at the provider, and scripts generation to grant every claim of it with a new lease. */
  const running = async (
    prompt: string,
    changes: Partial<PollClaim> = {},
  ): Promise<PollClaim & { requestId: string }> => {
    const requestId = randomUUID();
    const task = newTask({ prompt });
    const input = { prompt, duration: task.duration, resolution: task.resolution };
    const { body } = await app.client.replicate('POST', '/models/bytedance/seedance-1-lite/predictions', { input });
    const claim: PollClaim = {
      action: 'poll',
      lease: 0,
      task,
      externalId: String(body.id),
      cancelRequested: false,
      isPastDeadline: false,
      others: { cancel: [], events: [] },
      ...changes,
    };
    app.generation.on(claimTracking, requestId, (): TrackingClaim => ({ ...claim, lease: ++lease }));
    const again = { action: 'reschedule', delayMs: 20 } as const;
    app.generation.on(recordProgress, requestId, (): JobResult => again);
    app.generation.on(recordPollFailure, requestId, (): JobResult => again);
    app.generation.on(settleJob, requestId, (): JobResult => ({ action: 'done' }));
    return { ...claim, requestId };
  };

  const settled = (requestId: string) =>
    eventually(() => {
      const [report] = app.generation.all(settleJob, requestId);
      expect(report).toBeDefined();
      return report?.outcome;
    }, RENDERING_MS);

  it('a task is tracked to its end and its video is collected', async () => {
    const { requestId } = await running('Fishing boats at dawn [slow:1]');
    await app.enqueue(trackJob, requestId);
    const outcome = await settled(requestId);
    expect(outcome).toEqual({
      kind: 'succeeded',
      outputKey: `outputs/${requestId}/video.mp4`,
      posterKey: `outputs/${requestId}/poster.jpg`,
      contentType: 'video/mp4',
      bytes: expect.any(Number),
      durationSeconds: expect.closeTo(5, 1),
    });
    expect(app.generation.all(recordProgress, requestId).length).toBeGreaterThan(0);
    expect(app.generation.all(startCollecting, requestId)).toHaveLength(1);
    expect(await facts(requestId)).toMatchObject({ width: 854, height: 480 });
    expect((await storage.stat(`outputs/${requestId}/poster.jpg`))?.size).toBeGreaterThan(1_000);
    await eventually(async () => expect(await app.queued(trackJob)).toBe(0));
    expect(await readdir(join(app.storageDir, '.incoming'))).toEqual([]);
  });

  const facts = async (requestId: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'luit-test-'));
    const file = await storage.get(`outputs/${requestId}/video.mp4`);
    if (!file) throw new Error('Nothing stored');
    await pipeline(file.stream, createWriteStream(join(folder, 'video.mp4')));
    const programs = await MediaPrograms.find(10_000);
    const result = await checkVideo(programs, join(folder, 'video.mp4'), 5, new AbortController().signal);
    await rm(folder, { recursive: true });
    return result;
  };

  it.each([
    ['[fail:moderation]', { kind: 'failed', failure: { kind: 'moderation', code: 'E005' } }],
    ['[fail:technical]', { kind: 'failed', failure: { kind: 'provider' } }],
  ])('%s settles the job with its kind of failure', async (word, outcome) => {
    const { requestId } = await running(`Rain ${word} [slow:0.2]`);
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject(outcome);
  });

  it.each([
    ['an output that is not a video', '[bad-output]', 'no_video'],
    ['a dead output URL', '[dead-output]', 'http_404'],
  ])('%s is attempted three times, then the job fails', async (_what, word, code) => {
    const { requestId } = await running(`Rain ${word} [slow:0.1]`);
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'bad_output', code } });
    const failures = app.generation.all(recordPollFailure, requestId);
    expect(failures.map(({ retryAfterMs }) => retryAfterMs)).toEqual([500, 1_000]);
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
  });

  it.each([
    ['far too large, with a Content-Length', '[huge-output]', 'too_large'],
    ['endless, without a Content-Length', '[endless-output]', 'too_large'],
  ])('an output that is %s is cut off at the limit and fails the job immediately', async (_what, word, code) => {
    const { requestId } = await running(`Rain ${word} [slow:0.1]`);
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'bad_output', code } });
    expect(app.generation.all(recordPollFailure, requestId)).toEqual([]);
    await expectNothingStored(requestId);
  });

  it('an output URL that leads into a private network is refused', async () => {
    const { requestId } = await running('Rain [private-output] [slow:0.1]');
    await app.enqueue(trackJob, requestId);
    const failure = { kind: 'bad_output', code: 'forbidden_address' };
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure });
    await expectNothingStored(requestId);
  });

  it('a success without an output is polled again, then the job fails', async () => {
    const { requestId } = await running('Rain [null-output] [slow:0.1]');
    await app.enqueue(trackJob, requestId);
    const failure = { kind: 'bad_output', code: 'no_output' };
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure });
    expect(app.generation.all(recordPollFailure, requestId)).toHaveLength(2);
  });

  it('a task that changes its status after a success is settled once, by the first status', async () => {
    const { requestId } = await running('Rain [flapping] [slow:0.1]');
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject({ kind: 'succeeded' });
    await eventually(async () => expect(await app.queued(trackJob)).toBe(0));
    expect(app.generation.all(settleJob, requestId)).toHaveLength(1);
  });

  it('a task that fails after a success, before its output is collected, fails the job once', async () => {
    const { requestId } = await running('Rain [flapping][dead-output] [slow:0.1]');
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'provider' } });
    await eventually(async () => expect(await app.queued(trackJob)).toBe(0));
    const calls = app.generation.reportsAbout(requestId).map(({ call }) => call);
    const expected: string[] = [startCollecting, recordPollFailure, recordProgress, settleJob].map(({ name }) => name);
    const actual = calls.slice(calls.indexOf(startCollecting.name)).filter((call) => expected.includes(call));
    expect(actual).toEqual(expected);
    await expectNothingStored(requestId);
  });

  it('a task that the provider no longer knows does not settle the job', async () => {
    const { requestId, externalId } = await running('Rain [never]');
    await app.client.control('POST', '/forget', { target: 'replicate', id: externalId });
    await app.enqueue(trackJob, requestId);
    await eventually(() => {
      const failures = app.generation.all(recordPollFailure, requestId);
      expect(failures.length).toBeGreaterThanOrEqual(3);
      expect(failures[0]).toMatchObject({ failure: { code: 'http_404' } });
    });
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    app.generation.on(claimTracking, requestId, (): TrackingClaim => ({ action: 'none' }));
    await eventually(async () => expect(await app.queued(trackJob)).toBe(0));
  });

  const expectNothingStored = async (requestId: string): Promise<void> => {
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
    expect(await readdir(join(app.storageDir, '.incoming')).catch(() => [])).toEqual([]);
  };

  it.each(['error:500', 'garbage', 'rate_limit:1', 'down'])(
    'tracking continues after a provider response of %s',
    async (kind) => {
      const { requestId } = await running('Rain [slow:0.1][fail:technical]');
      await misbehave(kind);
      await app.enqueue(trackJob, requestId);
      await eventually(() => {
        const [report] = app.generation.all(recordPollFailure, requestId);
        expect(report).toMatchObject(
          kind === 'rate_limit:1' ? { retryAfterMs: 1_000 } : { failure: { kind: 'provider' } },
        );
      });
      await app.client.control('POST', '/reset');
      expect(await settled(requestId)).toMatchObject({ kind: 'failed' });
    },
  );

  it('a requested cancel settles the job only once the provider confirms it', async () => {
    const { requestId, externalId } = await running('Rain [never]', { cancelRequested: true });
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toEqual({ kind: 'canceled' });
    expect(await app.client.replicate('GET', `/predictions/${externalId}`)).toMatchObject({
      body: { status: 'canceled' },
    });
  });

  it('past the deadline the task is canceled and the job fails as timed out', async () => {
    const { requestId } = await running('Rain [never]', { isPastDeadline: true });
    await app.enqueue(trackJob, requestId);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
  });

  it('a video that finished before the cancel is delivered', async () => {
    const claim = await running('Rain [slow:0.1]', { cancelRequested: true });
    await eventually(async () => {
      const { body } = await app.client.replicate('GET', `/predictions/${claim.externalId}`);
      expect(body.status).toBe('succeeded');
    }, RENDERING_MS);
    await app.enqueue(trackJob, claim.requestId);
    expect(await settled(claim.requestId)).toMatchObject({ kind: 'succeeded' });
  });

  it('duplicates of the task are canceled during a poll', async () => {
    const other = await running('Rain [never]');
    const { requestId } = await running('Rain [fail:technical][slow:0.1]', {
      others: { cancel: [other.externalId, 'gone'], events: [] },
    });
    await app.enqueue(trackJob, requestId);
    await settled(requestId);
    expect(await app.client.replicate('GET', `/predictions/${other.externalId}`)).toMatchObject({
      body: { status: 'canceled' },
    });
  });

  it('a stored copy of an earlier attempt is reused without another download', async () => {
    const { requestId, externalId } = await running('Rain [slow:0.1]');
    let isFirst = true;
    app.generation.on(settleJob, requestId, (): JobResult => {
      if (!isFirst) return { action: 'done' };
      isFirst = false;
      throw new LuitError('internal_error', 'Fails after the copy');
    });
    await app.enqueue(trackJob, requestId);
    await eventually(() => expect(app.generation.all(settleJob, requestId)).toHaveLength(2), RENDERING_MS);
    const [first, second] = app.generation.all(settleJob, requestId);
    expect(second?.outcome).toEqual(first?.outcome);
    expect(second?.lease).not.toBe(first?.lease);
    expect(externalId).toBeTruthy();
  });

  it('a stale lease aborts the download, and nothing is stored', async () => {
    const { requestId } = await running('Rain [slow:0.1]');
    app.generation.on(startCollecting, requestId, async () => {
      await misbehave('slow:20000');
      return {};
    });
    app.generation.on(generationCalls.renewLease, requestId, () => {
      if (app.generation.all(startCollecting, requestId).length === 0) return {};
      app.generation.on(claimTracking, requestId, (): TrackingClaim => ({ action: 'none' }));
      throw new LuitError('stale_lease', 'A newer lease was granted');
    });
    await app.enqueue(trackJob, requestId);
    await eventually(() => expect(app.generation.all(startCollecting, requestId)).toHaveLength(1), RENDERING_MS);
    await eventually(async () => expect(await app.queued(trackJob)).toBe(0));
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
  });

  it('a shutdown returns unfinished jobs to the queue [SRV-15]', async () => {
    const second = await startWorkerTestApp({ mailbox: false });
    const worker = await second.startWorker();
    const requestId = randomUUID();
    second.generation.on(claimTracking, requestId, (): TrackingClaim => ({
      action: 'poll',
      lease: 1,
      task: newTask(),
      externalId: 'abc',
      cancelRequested: false,
      isPastDeadline: false,
      others: { cancel: [], events: [] },
    }));
    await second.client.control('POST', '/faults', { target: 'replicate', kind: 'slow:9000', for_seconds: 60 });
    await second.enqueue(trackJob, requestId);
    await eventually(() => expect(second.generation.all(claimTracking, requestId)).toHaveLength(1));
    await worker.close();
    expect(await second.queued(trackJob)).toBe(1);
    await second.close();
  });
});
