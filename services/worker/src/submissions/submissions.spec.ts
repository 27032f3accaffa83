import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { receiveWebhooks } from '@luit/sandbox/webhook-receiver';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimSubmission, recordSubmission, recordSubmissionFailure, recordNotFound, recordSearchFailure, renewLeases } =
  generationCalls;

/** A PNG of one white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

describe('submissions', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    await app.startWorker();
  });

  afterAll(() => app.close());

  beforeEach(() => app.client.control('POST', '/reset'));

  const countPosts = async ({ clientRef }: ProviderTask): Promise<number> => {
    const { body } = await app.client.control('GET', '/log?target=replicate');
    const entries = body.entries as { method: string; clientRef?: string }[];
    return entries.filter((entry) => entry.method === 'POST' && entry.clientRef === clientRef).length;
  };

  const misbehave = (kind: string) =>
    app.client.control('POST', '/faults', { target: 'replicate', kind, for_seconds: 60 });

  const offer = async (requestId: string, task: ProviderTask, submitWithinMs = 5_000): Promise<void> => {
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
      action: 'submit',
      lease: 3,
      task,
      submitWithinMs,
    }));
    await app.enqueue(submitJob, requestId);
  };

  const lastReport = (requestId: string, call: { name: string }) =>
    eventually(() => {
      const last = app.generation.reportsAbout(requestId).at(-1);
      expect(last).toMatchObject({ call: call.name });
      return last;
    });

  it('a task is submitted once and its id reported under the lease', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    await offer(requestId, task);
    const report = await lastReport(requestId, recordSubmission);
    expect(report).toMatchObject({ lease: 3, externalId: expect.stringMatching(/^[a-z0-9]{26}$/) });
    expect(await countPosts(task)).toBe(1);
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
  });

  it('the input image is submitted', async () => {
    const [requestId, imageKey] = [randomUUID(), `uploads/${randomUUID()}/image.png`];
    const storage = new FolderStorage(app.storageDir);
    await storage.put(imageKey, Readable.from([Buffer.from(PIXEL, 'base64')]), {
      contentType: 'image/png',
      maxBytes: 1_000,
    });
    await offer(requestId, newTask({ type: 'image_video', imageKey, prompt: 'Rain [fail:technical]' }));
    const report = await lastReport(requestId, recordSubmission);
    expect(await app.client.replicate('GET', `/predictions/${report?.externalId}`)).toMatchObject({
      body: { input: { image: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
    });
  });

  it('a model that the vendor no longer has is reported as missing, with what the vendor says', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    await offer(requestId, { ...task, route: { ...task.route!, model: 'bytedance/vanished' } });
    expect(await lastReport(requestId, recordSubmissionFailure)).toMatchObject({
      ...{ lease: 3, result: 'rejected' },
      failure: {
        kind: 'provider',
        code: 'model_missing',
        message: expect.stringMatching(/could not be found/) as string,
      },
    });
  });

  it('`wait` reschedules the entry, and `none` completes it', async () => {
    const requestId = randomUUID();
    let claims = 0;
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim =>
      ++claims < 3 ? { action: 'wait', delayMs: 10 } : { action: 'none' },
    );
    await app.enqueue(submitJob, requestId);
    await eventually(() => expect(claims).toBe(3));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
  });

  it('nothing is submitted after the window of the claim', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    await offer(requestId, task, 0);
    expect(await lastReport(requestId, recordSubmissionFailure)).toMatchObject({
      result: 'retry',
      failure: { code: 'submit_window_passed' },
    });
    expect(await countPosts(task)).toBe(0);
  });

  it.each([
    ['rate_limit:2', { result: 'retry', retryAfterMs: 2_000 }],
    ['error:500', { result: 'unknown' }],
    ['garbage', { result: 'unknown' }],
    ['lost_answer', { result: 'unknown' }],
    ['error:402', { result: 'rejected', failure: { kind: 'quota' } }],
  ])('a submission answered with %s is reported and never repeated', async (kind, expected) => {
    const [requestId, task] = [randomUUID(), newTask()];
    await misbehave(kind);
    await offer(requestId, task);
    expect(await lastReport(requestId, recordSubmissionFailure)).toMatchObject({ lease: 3, ...expected });
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(await countPosts(task)).toBeLessThanOrEqual(1);
  });

  it('a worker without the key of the provider puts the job back, and searches nothing', async () => {
    const [requestId, unconfirmed, task] = [randomUUID(), randomUUID(), newTask({ provider: 'nobody' })];
    const failure = { code: 'provider_not_configured' };
    await offer(requestId, task);
    expect(await lastReport(requestId, recordSubmissionFailure)).toMatchObject({ lease: 3, result: 'retry', failure });
    const since = new Date().toISOString();
    app.generation.on(claimSubmission, unconfirmed, (): SubmissionClaim => ({
      ...{ action: 'find', lease: 3, task, since, claimedAt: since, events: [] },
    }));
    await app.enqueue(submitJob, unconfirmed);
    expect(await lastReport(unconfirmed, recordSearchFailure)).toMatchObject({ lease: 3, failure });
  });

  it('the worker searches for a task of an earlier attempt and never submits again [SRV-13]', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    const since = new Date().toISOString();
    await misbehave('lost_answer');
    await offer(requestId, task);
    await lastReport(requestId, recordSubmissionFailure);
    await app.client.control('POST', '/faults', { target: 'replicate', kind: 'lost_answer', for_seconds: 0 });
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
      action: 'find',
      lease: 4,
      task,
      since,
      claimedAt: since,
      events: [],
    }));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    await app.enqueue(submitJob, requestId);
    expect(await lastReport(requestId, recordSubmission)).toMatchObject({ lease: 4 });
    expect(await countPosts(task)).toBe(1);
  });

  it('an unsuccessful search is reported, and so is a provider without a search call', async () => {
    const since = new Date().toISOString();
    for (const isSearchable of [true, false]) {
      const [requestId, task] = [randomUUID(), newTask(isSearchable ? {} : { webhookUrl: null })];
      app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
        action: 'find',
        lease: 2,
        task,
        since,
        claimedAt: since,
        events: [],
      }));
      await app.enqueue(submitJob, requestId);
      expect(await lastReport(requestId, recordNotFound)).toMatchObject({ isSearchable, claimedAt: since });
    }
  });

  it('only a signed callback for this submission provides the task id', async () => {
    const receiver = await receiveWebhooks();
    const model = '/models/bytedance/seedance-1-lite/predictions';
    const input = { prompt: 'Rain [fail:technical][slow:0]' };
    const { body } = await app.client.replicate('POST', model, { input, webhook: receiver.url });
    const { headers, raw } = await receiver.first(({ json }) => json.id === body.id);
    await receiver.close();
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const event = { id: '1', headers: flat, rawBody: Buffer.from(raw).toString('base64') };
    const forged = { ...event, headers: { ...flat, 'webhook-signature': 'v1,AAAA' } };
    // The list of predictions fails, so any task found comes from the callback.
    await misbehave('error:500');
    const since = new Date().toISOString();

    const own = randomUUID();
    const task = newTask({ webhookUrl: receiver.url });
    const find = { action: 'find', lease: 2, task, since, claimedAt: since } as const;
    app.generation.on(claimSubmission, own, (): SubmissionClaim => ({ ...find, events: [forged, event] }));
    await app.enqueue(submitJob, own);
    expect(await lastReport(own, recordSubmission)).toMatchObject({ externalId: body.id });

    for (const [requestId, claim] of [
      [randomUUID(), { ...find, events: [forged] }],
      [randomUUID(), { ...find, task: newTask(), events: [event] }],
    ] satisfies [string, SubmissionClaim][]) {
      app.generation.on(claimSubmission, requestId, (): SubmissionClaim => claim);
      await app.enqueue(submitJob, requestId);
      // An unanswered search is not one that found nothing.
      expect(await lastReport(requestId, recordSearchFailure)).toMatchObject({ failure: { code: 'http_500' } });
      expect(app.generation.all(recordSubmission, requestId)).toEqual([]);
      expect(app.generation.all(recordNotFound, requestId)).toEqual([]);
    }
  });

  it('the lease is renewed during a slow request', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    // Leases are renewed every 50 ms, so even a busy machine makes at least three renewals.
    await misbehave('slow:3000');
    await offer(requestId, task);
    await lastReport(requestId, recordSubmission);
    expect(app.generation.all(renewLeases, requestId).length).toBeGreaterThanOrEqual(3);
  });

  it('a stale lease ends the work on a job', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    app.generation.on(recordSubmission, requestId, () => {
      throw new LuitError('stale_lease', 'A newer lease was granted');
    });
    await offer(requestId, task);
    await lastReport(requestId, recordSubmission);
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(app.generation.all(recordSubmission, requestId)).toHaveLength(1);
  });

  it('the report of the task id is retried while generation is unavailable', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    let attempts = 0;
    app.generation.on(recordSubmission, requestId, () => {
      if (++attempts < 3) throw new LuitError('unavailable', 'Postgres is down');
      return { action: 'done' as const };
    });
    await offer(requestId, task);
    await eventually(() => expect(attempts).toBe(3));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(await countPosts(task)).toBe(1);
  });
});
