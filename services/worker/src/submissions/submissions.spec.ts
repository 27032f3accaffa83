import { LuitError } from '@luit/contracts/errors';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { ProviderTask } from '@luit/contracts/generation/provider-tasks';
import { type SubmissionClaim, submitJob } from '@luit/contracts/generation/submissions';
import { trackJob } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { FolderStorage } from '@luit/platform/storage/folder-storage';
import { eventually } from '@luit/platform/testing/eventually';
import { receiveWebhooks } from '@luit/sandbox/webhook-receiver';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { newTask } from '../test/tasks';
import { startWorkerTestApp, type WorkerTestApp } from '../test/worker-test-app';

const { claimSubmission, recordSubmission, recordSubmissionFailure, recordNotFound, renewLease } = generationCalls;

/** One white pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

describe('submissions', () => {
  let app: WorkerTestApp;

  beforeAll(async () => {
    app = await startWorkerTestApp({ mailbox: false });
    await app.startWorker();
  });

  afterAll(() => app.close());

  beforeEach(() => app.client.control('POST', '/reset'));

  const posts = async ({ clientRef }: ProviderTask): Promise<number> => {
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

  const toldLast = (requestId: string, call: { name: string }) =>
    eventually(() => {
      const last = app.generation.reportsAbout(requestId).at(-1);
      expect(last).toMatchObject({ call: call.name });
      return last;
    });

  it('posts once and records the task id under its lease', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    await offer(requestId, task);
    const told = await toldLast(requestId, recordSubmission);
    expect(told).toMatchObject({ lease: 3, externalId: expect.stringMatching(/^[a-z0-9]{26}$/) });
    expect(await posts(task)).toBe(1);
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
  });

  it('sends the input image along', async () => {
    const [requestId, imageKey] = [randomUUID(), `uploads/${randomUUID()}/image.png`];
    const storage = new FolderStorage(app.storageDir);
    await storage.put(imageKey, Readable.from([Buffer.from(PIXEL, 'base64')]), {
      contentType: 'image/png',
      maxBytes: 1_000,
    });
    await offer(requestId, newTask({ type: 'image_video', imageKey, prompt: 'Rain [fail:technical]' }));
    const told = await toldLast(requestId, recordSubmission);
    expect(await app.client.replicate('GET', `/predictions/${told?.externalId}`)).toMatchObject({
      body: { input: { image: expect.stringMatching(/^data:image\/jpeg;base64,/) } },
    });
  });

  it('comes again when it is told to wait, and is done when there is nothing to do', async () => {
    const requestId = randomUUID();
    let claims = 0;
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim =>
      ++claims < 3 ? { action: 'wait', delayMs: 10 } : { action: 'none' },
    );
    await app.enqueue(submitJob, requestId);
    await eventually(() => expect(claims).toBe(3));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
  });

  it('sends nothing once the window of its claim has passed', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    await offer(requestId, task, 0);
    expect(await toldLast(requestId, recordSubmissionFailure)).toMatchObject({
      result: 'retry',
      failure: { code: 'submit_window_passed' },
    });
    expect(await posts(task)).toBe(0);
  });

  it.each([
    ['rate_limit:2', { result: 'retry', retryAfterMs: 2_000 }],
    ['error:500', { result: 'unknown' }],
    ['garbage', { result: 'unknown' }],
    ['lost_answer', { result: 'unknown' }],
    ['error:402', { result: 'rejected', failure: { kind: 'quota' } }],
  ])('tells what became of a post answered with %s, and never repeats it by itself', async (kind, expected) => {
    const [requestId, task] = [randomUUID(), newTask()];
    await misbehave(kind);
    await offer(requestId, task);
    expect(await toldLast(requestId, recordSubmissionFailure)).toMatchObject({ lease: 3, ...expected });
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(await posts(task)).toBeLessThanOrEqual(1);
  });

  it('SRV-13: looks for a task that an earlier attempt may have posted, and never posts', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    const since = new Date().toISOString();
    await misbehave('lost_answer');
    await offer(requestId, task);
    await toldLast(requestId, recordSubmissionFailure);
    await app.client.control('POST', '/faults', { target: 'replicate', kind: 'lost_answer', for_seconds: 0 });
    app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
      action: 'find',
      lease: 4,
      task,
      since,
      events: [],
    }));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    await app.enqueue(submitJob, requestId);
    expect(await toldLast(requestId, recordSubmission)).toMatchObject({ lease: 4 });
    expect(await posts(task)).toBe(1);
  });

  it('says that there is nothing to be found, or that it cannot be asked', async () => {
    const since = new Date().toISOString();
    for (const isSearchable of [true, false]) {
      const [requestId, task] = [randomUUID(), newTask(isSearchable ? {} : { webhookUrl: null })];
      app.generation.on(claimSubmission, requestId, (): SubmissionClaim => ({
        action: 'find',
        lease: 2,
        task,
        since,
        events: [],
      }));
      await app.enqueue(submitJob, requestId);
      expect(await toldLast(requestId, recordNotFound)).toMatchObject({ isSearchable });
    }
  });

  it('takes the task id from a signed callback made for this submission, and from no other', async () => {
    const receiver = await receiveWebhooks();
    const model = '/models/bytedance/seedance-1-lite/predictions';
    const input = { prompt: 'Rain [fail:technical][slow:0]' };
    const { body } = await app.client.replicate('POST', model, { input, webhook: receiver.url });
    const { headers, raw } = await receiver.first(({ json }) => json.id === body.id);
    await receiver.close();
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const event = { id: '1', headers: flat, rawBody: Buffer.from(raw).toString('base64') };
    const forged = { ...event, headers: { ...flat, 'webhook-signature': 'v1,AAAA' } };
    // The list cannot be read, so whatever is found comes from the callback.
    await misbehave('error:500');
    const since = new Date().toISOString();

    const own = randomUUID();
    const task = newTask({ webhookUrl: receiver.url });
    const find = { action: 'find', lease: 2, task, since } as const;
    app.generation.on(claimSubmission, own, (): SubmissionClaim => ({ ...find, events: [forged, event] }));
    await app.enqueue(submitJob, own);
    expect(await toldLast(own, recordSubmission)).toMatchObject({ externalId: body.id });

    for (const [requestId, claim] of [
      [randomUUID(), { ...find, events: [forged] }],
      [randomUUID(), { ...find, task: newTask(), events: [event] }],
    ] satisfies [string, SubmissionClaim][]) {
      let claims = 0;
      app.generation.on(claimSubmission, requestId, (): SubmissionClaim =>
        ++claims === 1 ? claim : { action: 'none' },
      );
      await app.enqueue(submitJob, requestId);
      await eventually(() => expect(claims).toBe(2));
      expect(app.generation.all(recordSubmission, requestId)).toEqual([]);
    }
  });

  it('keeps its lease while the provider takes its time', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    // A renewal is due every 50 ms, so even a busy machine gets to three of them.
    await misbehave('slow:3000');
    await offer(requestId, task);
    await toldLast(requestId, recordSubmission);
    expect(app.generation.all(renewLease, requestId).length).toBeGreaterThanOrEqual(3);
  });

  it('does nothing more about a job that belongs to somebody else', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    app.generation.on(recordSubmission, requestId, () => {
      throw new LuitError('stale_lease', 'A newer lease was given');
    });
    await offer(requestId, task);
    await toldLast(requestId, recordSubmission);
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(app.generation.all(recordSubmission, requestId)).toHaveLength(1);
    expect(await app.queued(trackJob)).toBe(0);
  });

  it('tells the task id again and again while generation is away', async () => {
    const [requestId, task] = [randomUUID(), newTask()];
    let tries = 0;
    app.generation.on(recordSubmission, requestId, (): JobResult => {
      if (++tries < 3) throw new LuitError('unavailable', 'Postgres is away');
      return { action: 'done' };
    });
    await offer(requestId, task);
    await eventually(() => expect(tries).toBe(3));
    await eventually(async () => expect(await app.queued(submitJob)).toBe(0));
    expect(await posts(task)).toBe(1);
  });
});
