import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { PollResult } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import type { RunningService } from '@luit/platform/bootstrap';
import { eventually } from '@luit/platform/testing/eventually';
import { securityEventCount } from '@luit/platform/testing/security-events';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { INSTANCE } from '../config';
import { MediaPrograms } from '@luit/media/ffmpeg/media-programs';
import { isSimilar } from '@luit/media/fingerprints/similarity';
import { checkVideo } from '../outputs/video-check';
import { webhookSignature } from '@luit/sandbox/replicate/events';
import type { ScriptedPoll } from '../test/scripted-generation';
import { newPoll, newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';
import { TaskPoller } from './task-poller';

const { settleJob } = generationCalls;
/** Rendering takes a second, or much longer on a busy machine. */
const RENDERING_MS = 50_000;
/** A tenth of the limit in production, so that an endless output ends soon. */
const MAX_OUTPUT_BYTES = 50 * 1024 * 1024;

describe('tracking', () => {
  let app: WorkerTestApp;
  let storage: FolderStorage;
  let worker: RunningService;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    storage = new FolderStorage(app.storageDir);
    app.config.downloads.maxBytes = MAX_OUTPUT_BYTES;
    worker = await app.startWorker();
  });

  afterAll(() => app.close());

  beforeEach(() => app.client.control('POST', '/reset'));

  const misbehave = (kind: string, forSeconds = 60) =>
    app.client.control('POST', '/faults', { target: 'replicate', kind, for_seconds: forSeconds });

  /** Creates a task at the provider; `track` has generation track it. */
  const running = async (
    prompt: string,
    changes: Partial<ScriptedPoll> = {},
  ): Promise<ScriptedPoll & { requestId: string }> => {
    const task = newTask({ prompt });
    const input = { prompt, duration: task.duration, resolution: task.resolution };
    const { body } = await app.client.replicate('POST', '/models/bytedance/seedance-1-lite/predictions', { input });
    return { requestId: randomUUID(), ...newPoll(task, String(body.id), changes) };
  };

  const track = ({ requestId, ...poll }: ScriptedPoll & { requestId: string }) => app.track(requestId, poll);

  const untilDone = (requestId: string) => eventually(() => expect(app.generation.isTracked(requestId)).toBe(false));

  const inFlight = () =>
    worker.app
      .get(TaskPoller)
      .activity()
      .tasks.map(({ id }) => id);

  const settled = (requestId: string) =>
    eventually(() => {
      const [report] = app.generation.all(settleJob, requestId);
      expect(report).toBeDefined();
      return report?.outcome;
    });

  it('a poll that generation hands over is made without a claim, and reported with the id of its worker', async () => {
    const { requestId, ...poll } = await running('Lanterns on a lake [slow:60]');
    const lease = 7;
    await app.handOver({ requestId, lease, correlation: null, ...poll }, 500);
    await eventually(() => expect(app.generation.polls(requestId, 'running')).toHaveLength(1));
    const [report] = app.generation.all(generationCalls.recordPolls, requestId);
    expect(report).toMatchObject({ lease, workerId: worker.app.get<string>(INSTANCE) });
    await app.handOver('nonsense', 0);
    await app.handOver({ requestId, lease: lease + 1, correlation: null, ...poll }, 500);
    await eventually(() => expect(app.generation.polls(requestId, 'running')).toHaveLength(2));
  });

  it('a success is not reported by itself if its output is copied in time', async () => {
    const hurried = await running('Rain [slow:0.2]');
    const patient = await running('Rain [slow:0.2]');
    await eventually(async () => {
      for (const { externalId } of [hurried, patient]) {
        const { body } = await app.client.replicate('GET', `/predictions/${externalId}`);
        expect(body.status).toBe('succeeded');
      }
    });
    const handOver = ({ requestId, ...poll }: typeof patient, reportSuccessWithinMs: number) =>
      app.handOver({ requestId, lease: 1, correlation: null, ...poll, reportSuccessWithinMs }, 0);
    await handOver(hurried, 0);
    await handOver(patient, RENDERING_MS);
    expect(await settled(hurried.requestId)).not.toHaveProperty('sinceSuccessMs');
    expect(await settled(patient.requestId)).toMatchObject({ kind: 'succeeded', sinceSuccessMs: expect.any(Number) });
    expect(app.generation.polls(hurried.requestId, 'succeeded')).toHaveLength(1);
    expect(app.generation.polls(patient.requestId, 'succeeded')).toEqual([]);
  });

  it('a task is tracked to its end and its video is collected', async () => {
    const job = await running('Rain [slow:1]');
    const { requestId } = job;
    await track(job);
    const outcome = await settled(requestId);
    expect(outcome).toEqual({
      kind: 'succeeded',
      outputKey: `outputs/${requestId}/video.mp4`,
      posterKey: `outputs/${requestId}/poster.jpg`,
      contentType: 'video/mp4',
      bytes: expect.any(Number),
      durationSeconds: expect.closeTo(5, 1),
      fingerprint: expect.stringMatching(/^[0-9a-f]{312}$/),
    });
    expect(app.generation.polls(requestId, 'running').length).toBeGreaterThan(0);
    expect(app.generation.polls(requestId, 'succeeded')).toHaveLength(1);
    expect(await facts(requestId)).toMatchObject({ width: 854, height: 480 });
    expect((await storage.stat(`outputs/${requestId}/poster.jpg`))?.size).toBeGreaterThan(1_000);
    await untilDone(requestId);
    expect(await readdir(join(app.storageDir, '.incoming'))).toEqual([]);
  });

  const facts = async (requestId: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'luit-test-'));
    const file = await storage.get(`outputs/${requestId}/video.mp4`);
    if (!file) throw new Error('Nothing stored');
    await pipeline(file.stream, createWriteStream(join(folder, 'video.mp4')));
    const programs = await MediaPrograms.find(10_000, 'local');
    const result = await checkVideo(programs, join(folder, 'video.mp4'), 5, new AbortController().signal);
    await rm(folder, { recursive: true });
    return result;
  };

  it.each([
    ['[fail:moderation]', { kind: 'failed', failure: { kind: 'moderation', code: 'E005' } }],
    ['[fail:technical]', { kind: 'failed', failure: { kind: 'provider' } }],
  ])('%s settles the job with its kind of failure', async (word, outcome) => {
    const job = await running(`Rain ${word} [slow:0.2]`);
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject(outcome);
  });

  it.each([
    ['an output that is not a video', '[bad-output]', 'no_video'],
    ['a dead output URL', '[dead-output]', 'http_404'],
  ])('%s is attempted three times, then the job fails', async (_what, word, code) => {
    const job = await running(`Rain ${word} [slow:0.1]`);
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'bad_output', code } });
    const failures = app.generation.polls(requestId, 'failed');
    expect(failures.map(({ retryAfterMs }) => retryAfterMs)).toEqual([500, 1_000]);
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
  });

  it.each([
    ['far too large, with a Content-Length', '[huge-output]', 'too_large'],
    ['endless, without a Content-Length', '[endless-output]', 'too_large'],
  ])('an output that is %s is cut off at the limit and fails the job immediately', async (_what, word, code) => {
    const job = await running(`Rain ${word} [slow:0.1]`);
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'bad_output', code } });
    expect(app.generation.polls(requestId, 'failed')).toEqual([]);
    await expectNothingStored(requestId);
  });

  it('a worker checks the providers that generation names', async () => {
    await app.client.control('POST', '/faults', { target: 'fal', kind: 'down', for_seconds: 60 });
    await app.client.control('POST', '/faults', { target: 'ark', kind: 'error:402', for_seconds: 60 });
    app.generation.checks.push('replicate', 'fal', 'ark', 'not-configured');
    await app.wakeUp();
    await eventually(() => expect(app.generation.checked).toHaveLength(4));
    expect(app.generation.checked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ provider: 'replicate', isReachable: true, isRefused: false }),
        expect.objectContaining({ provider: 'fal', isReachable: false, isRefused: false }),
        expect.objectContaining({ provider: 'ark', isReachable: false, isRefused: true }),
        expect.objectContaining({ provider: 'not-configured', isReachable: false, isConfigured: false }),
      ]),
    );
  });

  it('an output URL that leads into a private network is refused', async () => {
    const before = await securityEventCount('outbound_address_blocked');
    const job = await running('Rain [private-output] [slow:0.1]');
    const { requestId } = job;
    await track(job);
    const failure = { kind: 'bad_output', code: 'forbidden_address' };
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure });
    expect(await securityEventCount('outbound_address_blocked')).toBe(before + 1);
    await expectNothingStored(requestId);
  });

  it('a success without an output is polled again, then the job fails', async () => {
    const job = await running('Rain [null-output] [slow:0.1]');
    const { requestId } = job;
    await track(job);
    const failure = { kind: 'bad_output', code: 'no_output' };
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure });
    expect(app.generation.polls(requestId, 'failed')).toHaveLength(2);
  });

  it('a task that changes its status after a success is settled once, by the first status', async () => {
    const job = await running('Rain [flapping] [slow:0.1]');
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject({ kind: 'succeeded' });
    await untilDone(requestId);
    expect(app.generation.all(settleJob, requestId)).toHaveLength(1);
  });

  it('a task that fails after a success, before its output is collected, fails the job once', async () => {
    const job = await running('Rain [flapping][dead-output] [slow:0.1]');
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'provider' } });
    await untilDone(requestId);
    const steps = app.generation
      .reportsAbout(requestId)
      .map(({ call, result }) => (result as PollResult | undefined)?.kind ?? call);
    expect(steps.slice(steps.indexOf('succeeded'))).toEqual(['succeeded', 'failed', 'running', settleJob.name]);
    await expectNothingStored(requestId);
  });

  it('a task that the provider no longer knows does not settle the job', async () => {
    const job = await running('Rain [never]');
    const { requestId, externalId } = job;
    await app.client.control('POST', '/forget', { target: 'replicate', id: externalId });
    await track(job);
    await eventually(() => {
      const failures = app.generation.polls(requestId, 'failed');
      expect(failures.length).toBeGreaterThanOrEqual(3);
      expect(failures[0]).toMatchObject({ failure: { code: 'http_404' } });
    });
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    app.generation.untrack(requestId);
  });

  const expectNothingStored = async (requestId: string): Promise<void> => {
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
    expect(await readdir(join(app.storageDir, '.incoming')).catch(() => [])).toEqual([]);
  };

  it.each(['error:500', 'garbage', 'rate_limit:1', 'down'])(
    'tracking continues after a provider response of %s',
    async (kind) => {
      const job = await running('Rain [slow:0.1][fail:technical]');
      const { requestId } = job;
      await misbehave(kind);
      await track(job);
      await eventually(() => {
        const [report] = app.generation.polls(requestId, 'failed');
        expect(report).toMatchObject(
          kind === 'rate_limit:1' ? { retryAfterMs: 1_000 } : { failure: { kind: 'provider' } },
        );
      });
      await app.client.control('POST', '/reset');
      expect(await settled(requestId)).toMatchObject({ kind: 'failed' });
    },
  );

  it('a requested cancel settles the job only once the provider confirms it', async () => {
    const job = await running('Rain [never]', { cancelRequested: true });
    const { requestId, externalId } = job;
    await track(job);
    expect(await settled(requestId)).toEqual({ kind: 'canceled' });
    expect(await app.client.replicate('GET', `/predictions/${externalId}`)).toMatchObject({
      body: { status: 'canceled' },
    });
  });

  it('past the deadline the task is canceled and the job fails as timed out', async () => {
    const job = await running('Rain [never]', { isPastDeadline: true });
    const { requestId } = job;
    await track(job);
    expect(await settled(requestId)).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } });
  });

  it('a video that finished before the cancel is delivered', async () => {
    const claim = await running('Rain [slow:0.1]', { cancelRequested: true });
    await eventually(async () => {
      const { body } = await app.client.replicate('GET', `/predictions/${claim.externalId}`);
      expect(body.status).toBe('succeeded');
    });
    await track(claim);
    expect(await settled(claim.requestId)).toMatchObject({ kind: 'succeeded' });
  });

  it('duplicates of the task are canceled during a poll', async () => {
    const other = await running('Rain [never]');
    const job = await running('Rain [fail:technical][slow:0.1]', {
      others: { cancel: [other.externalId, 'gone'], events: [] },
    });
    const { requestId } = job;
    await track(job);
    await settled(requestId);
    expect(await app.client.replicate('GET', `/predictions/${other.externalId}`)).toMatchObject({
      body: { status: 'canceled' },
    });
  });

  it('a stored copy of an earlier attempt is reused without another download', async () => {
    const job = await running('Rain [slow:0.1]');
    const { requestId } = job;
    let isFirst = true;
    app.generation.on(settleJob, requestId, (): JobResult => {
      if (!isFirst) return { action: 'done' };
      isFirst = false;
      throw new LuitError('internal_error', 'Fails after the copy');
    });
    await track(job);
    await eventually(() => expect(app.generation.all(settleJob, requestId)).toHaveLength(2));
    const [first, second] = app.generation.all(settleJob, requestId);
    // The fingerprint is that of the stored copy, which shows the label.
    const [original, copy] = [first, second].map((result) => result!.outcome as { fingerprint: string });
    expect(copy).toEqual({ ...original, fingerprint: expect.any(String) });
    const [bytes, copied] = [original, copy].map((outcome) => Buffer.from(outcome!.fingerprint, 'hex'));
    expect(isSimilar(bytes!, [copied!])).toBe(true);
    expect(second?.lease).not.toBe(first?.lease);
  });

  it('a stale lease aborts the download, and nothing is stored', async () => {
    const job = await running('Rain [slow:0.1]');
    const { requestId, externalId } = job;
    await eventually(async () => {
      const { body } = await app.client.replicate('GET', `/predictions/${externalId}`);
      expect(body.status).toBe('succeeded');
    });
    // Longer than the test needs to make the lease stale, for the poll and for the download.
    await misbehave('slow:2000');
    await track(job);
    await eventually(() => expect(app.generation.polls(requestId, 'succeeded')).toHaveLength(1));
    app.generation.grantElsewhere(requestId);
    await eventually(() => expect(inFlight()).not.toContain(requestId));
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    expect(await storage.stat(`outputs/${requestId}/video.mp4`)).toBeNull();
  });

  it('nothing is stored if the report of the success is refused while its output is copied', async () => {
    const job = await running('Rain [slow:0.1]');
    const { requestId } = job;
    app.generation.onReport(requestId, ({ result }) => {
      if (result.kind === 'succeeded') app.generation.grantElsewhere(requestId);
    });
    await track(job);
    await eventually(() => expect(app.generation.polls(requestId, 'succeeded')).toHaveLength(1));
    await eventually(() => expect(inFlight()).not.toContain(requestId));
    expect(app.generation.all(settleJob, requestId)).toEqual([]);
    await expectNothingStored(requestId);
  });

  it.each([
    ['a success that the provider signed is collected without reading its task', 'succeeded', '', true, 0],
    ['a failure that the provider signed is settled without reading its task', 'failed', '[fail:moderation]', true, 0],
    ['a forged success is not believed: the task is read', 'succeeded', '', false, 1],
    ['a forged failure is not believed: the task is read', 'failed', '[fail:moderation]', false, 1],
  ])('%s', async (_what, kind, directive, isAuthentic, reads) => {
    const job = await running(`Rain [slow:0.1]${directive}`);
    const { requestId, externalId, task } = job;
    const { body } = await eventually(async () => {
      const answer = await app.client.replicate('GET', `/predictions/${externalId}`);
      expect(answer.body.status).toBe(kind);
      return answer;
    });
    const before = await readsOf(externalId);
    const text = JSON.stringify({ ...body, webhook: task.webhookUrl });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const secret = isAuthentic ? app.sandbox.replicate.webhookSecret : 'whsec_Zm9yZ2Vk';
    const headers = {
      'webhook-id': 'msg',
      'webhook-timestamp': timestamp,
      'webhook-signature': webhookSignature(secret, 'msg', timestamp, text),
    };
    const event = { id: 'msg', headers, rawBody: Buffer.from(text).toString('base64') };
    await track({ ...job, others: { cancel: [], events: [event] } });
    const failure = kind === 'failed' ? { failure: { kind: 'moderation' } } : {};
    expect(await settled(requestId)).toMatchObject({ kind, ...failure });
    expect((await readsOf(externalId)) - before).toBe(reads);
    const reports = [generationCalls.recordPolls, settleJob].flatMap((call) => app.generation.all(call, requestId));
    expect(reports[0]).toMatchObject({ others: { eventIds: ['msg'], found: [] } });
  });

  const readsOf = async (externalId: string): Promise<number> => {
    const { body } = await app.client.control('GET', '/log?target=replicate');
    const entries = body.entries as { path: string }[];
    return entries.filter(({ path }) => path.endsWith(`/predictions/${externalId}`)).length;
  };

  it('a task that hangs at the provider does not delay the reports of the others', async () => {
    await app.client.control('POST', '/faults', { target: 'ark', kind: 'slow:9000', for_seconds: 60 });
    const hanging = { requestId: randomUUID(), ...newPoll(newTask({ provider: 'ark' }), 'cgt-hanging') };
    const others = await Promise.all(Array.from({ length: 49 }, () => running('Rain [never]')));
    app.generation.track(hanging.requestId, hanging);
    for (const job of others) app.generation.track(job.requestId, job);
    await track(hanging);
    await eventually(() => {
      for (const { requestId } of others) expect(app.generation.polls(requestId, 'running')).not.toEqual([]);
    });
    expect(inFlight()).toContain(hanging.requestId);
    for (const { requestId } of [hanging, ...others]) app.generation.untrack(requestId);
  });

  it('one report that generation cannot record is separated from its batch', async () => {
    const jobs = await Promise.all(Array.from({ length: 10 }, () => running('Rain [never]')));
    const [poison] = jobs as [(typeof jobs)[0]];
    app.generation.onReport(poison.requestId, () => {
      throw new LuitError('internal_error', 'Cannot be recorded');
    });
    for (const job of jobs) app.generation.track(job.requestId, job);
    await track(poison);
    await eventually(() => {
      for (const { requestId } of jobs.slice(1)) expect(app.generation.polls(requestId, 'running')).not.toEqual([]);
    });
    expect(app.generation.polls(poison.requestId, 'running')).toEqual([]);
    for (const { requestId } of jobs) app.generation.untrack(requestId);
  });

  it('a shutdown aborts polls in flight and wakes another worker [SRV-15]', async () => {
    const second = await startWorkerTestApp({ mailbox: false });
    const stopping = await second.startWorker();
    const requestId = randomUUID();
    await second.client.control('POST', '/faults', { target: 'replicate', kind: 'slow:9000', for_seconds: 60 });
    await second.track(requestId, newPoll(newTask(), 'abc'));
    await eventually(() => expect(second.generation.isClaimed(requestId)).toBe(true));
    await stopping.close();
    expect(second.generation.polls(requestId, 'running')).toEqual([]);
    expect(await second.takeWakeUp()).toBe(0);
    await second.close();
  });
});
