import { accountClosed } from '@luit/contracts/errors';
import { eraseJob } from '@luit/contracts/generation/account-deletion';
import { generationBroadcasts, generationCalls } from '@luit/contracts/generation/messages';
import type { NewRequest } from '@luit/contracts/generation/requests';
import { Queues } from '@luit/platform/queues/queues';
import { TestBroadcasts } from '@luit/platform/testing/broadcasts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { authEvents } from '@luit/contracts/auth/messages';
import { newPosting } from '../test/fake-billing';
import { failure, GenerationTestApp } from '../test/generation-test-app';

describe('account deletion in generation [G-49]', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterEach(() => (app.billing.holdOverride = undefined));

  afterAll(() => app.close());

  const cancelAll = (userId: string) => app.call(generationCalls.cancelUserRequests, { userId });
  const erase = (userId: string) => app.call(generationCalls.eraseRequests, { userId });
  const keysOf = async (requestId: string) => (await app.call(generationCalls.listErasableFiles, { requestId })).keys;
  const record = (requestId: string) => app.call(generationCalls.recordErased, { requestId });
  const createFor = (userId: string, input: Partial<NewRequest> = {}) => app.create({ userId, ...input });

  it('cancelUserRequests cancels queued jobs, requests a cancel of running ones, and leaves the others alone', async () => {
    const userId = uuidv7();
    const [waiting, running, collecting] = [await createFor(userId), await createFor(userId), await createFor(userId)];
    const stranger = await app.create();
    for (const { id } of [running, collecting]) await app.submit(id);
    const lease = await app.track(collecting.id);
    await app.reportPoll({ requestId: collecting.id, lease }, { kind: 'succeeded' });

    expect([await cancelAll(userId), await cancelAll(userId)]).toEqual([{ unfinished: 2 }, { unfinished: 2 }]);
    expect(await app.get(waiting)).toMatchObject({ canceled: true });
    expect(await app.claimTracking(running.id)).toMatchObject({ action: 'poll', cancelRequested: true });
    expect(await app.row(collecting.id)).toMatchObject({ state: 'collecting', cancel_requested: false });
    expect(await app.row(stranger.id)).toMatchObject({ state: 'pending' });
    expect(await app.settled(waiting.id)).toHaveLength(1);
  });

  it('repeated calls cancel more than one batch, and requests in `accepting` count as unfinished', async () => {
    const userId = uuidv7();
    await Promise.all(Array.from({ length: 55 }, () => createFor(userId)));
    expect(await cancelAll(userId)).toEqual({ unfinished: 5 });
    expect(await cancelAll(userId)).toEqual({ unfinished: 0 });
    const answers: ((value: unknown) => void)[] = [];
    app.billing.holdOverride = () => new Promise((resolve) => answers.push(resolve));
    const late = createFor(userId);
    // The row exists before billing is called.
    await eventually(() => expect(answers).toHaveLength(1));
    expect(await cancelAll(userId)).toEqual({ unfinished: 1 });
    for (const answer of answers) answer(newPosting());
    await late;
    expect(await cancelAll(userId)).toEqual({ unfinished: 0 });
    expect(await app.get(await late)).toMatchObject({ canceled: true });
  });

  it('a request that billing refuses for a deleted account leaves no row', async () => {
    const userId = uuidv7();
    app.billing.holdOverride = () => {
      throw accountClosed();
    };
    await expect(createFor(userId, { prompt: 'my own garden' })).rejects.toMatchObject({ code: 'account_closed' });
    expect(await app.database.query('SELECT id FROM requests WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('erasing removes the files and prompts of finished requests and keeps the rows', async () => {
    const userId = uuidv7();
    const metadata = { order: 'of my own garden' };
    const created = await createFor(userId, { prompt: 'my own garden', idempotencyKey: uuidv7(), metadata });
    await app.submit(created.id);
    await app.succeed(created.id);
    const canceled = await createFor(userId, { prompt: 'my own house' });
    await cancelAll(userId);
    const stranger = await app.create({ prompt: 'a river' });
    for (const { id } of [created, canceled, stranger]) expect(await keysOf(id)).toBeNull();

    expect([await erase(userId), await erase(userId)]).toEqual([{ left: 2 }, { left: 2 }]);
    const queue = app.resolve(Queues).named(eraseJob.name);
    const ofUser = [created.id, canceled.id];
    const waiting = async () =>
      (await queue.getWaiting()).filter((job) => ofUser.includes((job.data.payload as { id: string }).id));
    await eventually(async () => expect(await waiting()).toHaveLength(2));
    expect(await keysOf(created.id)).toEqual([`outputs/${created.id}.mp4`]);
    expect(await keysOf(canceled.id)).toEqual([]);
    await record(created.id);
    await record(created.id);
    expect(await erase(userId)).toEqual({ left: 1 });
    await record(canceled.id);
    expect(await erase(userId)).toEqual({ left: 0 });

    expect(await app.row(created.id)).toMatchObject({
      state: 'succeeded',
      credits: 18,
      prompt: '',
      metadata: null,
      output_key: null,
      idempotency_key: null,
      completed_at: expect.any(Date) as Date,
    });
    expect((await app.timeline(created.id)).filter((what) => what === 'erased')).toHaveLength(1);
    expect(await keysOf(created.id)).toBeNull();
    await record(stranger.id);
    expect(await app.get(stranger)).toMatchObject({ prompt: 'a river' });
  });

  it('erasing redacts provider messages, and changes nothing else', async () => {
    const [userId, prompt] = [uuidv7(), `a garden ${uuidv7()}`];
    const failed = await createFor(userId, { prompt });
    const stranger = await app.create({ prompt: `a river ${uuidv7()}` });
    for (const { id } of [failed, stranger]) {
      const { lease } = (await app.claimSubmission(id)) as { lease: number };
      const refusal = { ...failure('invalid_input'), message: `Not allowed: ${prompt}` };
      await app.call(generationCalls.recordSubmissionFailure, {
        requestId: id,
        lease,
        result: 'rejected',
        failure: refusal,
      });
    }
    const kept = () =>
      app.database.query<{ text: string }[]>(
        `SELECT payload::text AS text FROM outbox WHERE kind <> 'push' UNION ALL SELECT details::text FROM job_events WHERE request_id = $1
          UNION ALL SELECT r::text FROM requests r WHERE id = $1`,
        [failed.id],
      );
    const countContaining = async (words: string) => (await kept()).filter(({ text }) => text?.includes(words)).length;
    const events = await app.timeline(failed.id);
    expect(await countContaining(prompt)).toBeGreaterThan(1);

    await cancelAll(userId);
    expect(await erase(userId)).toEqual({ left: 1 });
    await record(failed.id);
    expect(await erase(userId)).toEqual({ left: 0 });
    expect(await countContaining(prompt)).toBe(0);
    expect(await app.get(stranger)).toMatchObject({ prompt: stranger.prompt });
    expect(await app.timeline(failed.id)).toEqual([...events, 'erased']);
    expect(await app.row(failed.id)).toMatchObject({ state: 'failed', prompt: '' });
    const codes = await app.database.query(`SELECT details FROM job_events WHERE request_id = $1 AND what = 'failed'`, [
      failed.id,
    ]);
    expect(codes).toEqual([{ details: { kind: 'invalid_input', code: 'E_TEST' } }]);
  });

  it('the timeline rejects every other change, before and after an erasure', async () => {
    const { id } = await app.create();
    const { lease } = (await app.claimSubmission(id)) as { lease: number };
    const call = generationCalls.recordSubmissionFailure;
    await app.call(call, { requestId: id, lease, result: 'rejected', failure: failure('invalid_input') });
    const change = (how: string) => app.database.query(`${how} WHERE request_id = $1`, [id]);
    const redact = () => app.database.query('SELECT redact_provider_messages($1)', [id]);
    await expect(redact()).rejects.toThrow('is append-only');
    await app.set(id, 'erased_at = now(), erase_at = now()');
    for (const how of [
      'DELETE FROM job_events',
      `UPDATE job_events SET what = 'succeeded'`,
      `UPDATE job_events SET details = '{}'`,
      `UPDATE job_events SET details = details - 'message', at = now() - interval '1 day'`,
    ]) {
      await expect(change(how)).rejects.toThrow('is append-only');
    }
    await redact();
    await redact();
  });

  it('every gateway hears of requests that are deleted or being erased before the caller does', async () => {
    const broadcasts = TestBroadcasts.connect(app.redis.url);
    const heard: string[] = [];
    await broadcasts.subscribe(generationBroadcasts.requestsErased, ({ requestIds }) => void heard.push(...requestIds));
    const userId = uuidv7();
    const [deleted, erased] = [await createFor(userId), await createFor(userId)];
    await cancelAll(userId);
    await app.call(generationCalls.deleteRequest, { userId, requestId: deleted.id });
    await eventually(() => Promise.resolve(expect(heard).toEqual([deleted.id])));
    await erase(userId);
    await eventually(() => Promise.resolve(expect(heard).toEqual([deleted.id, erased.id])));
    await broadcasts.close();
  });

  it('deleteRequest hides the request at once and enqueues the erase job until its files are removed [G-45]', async () => {
    const userId = uuidv7();
    const [done, open] = [await createFor(userId), await createFor(userId)];
    await app.submit(done.id);
    const remove = (requestId: string, by = userId) =>
      app.call(generationCalls.deleteRequest, { userId: by, requestId });
    await expect(remove(done.id)).rejects.toMatchObject({ code: 'not_finished' });
    await app.succeed(done.id);
    await expect(remove(done.id, uuidv7())).rejects.toMatchObject({ code: 'not_found' });

    await remove(done.id);
    await remove(done.id);
    await expect(app.get(done)).rejects.toMatchObject({ code: 'not_found' });
    const { requests } = await app.call(generationCalls.listRequests, { userId, limit: 10 });
    expect(requests.map(({ id }) => id)).toEqual([open.id]);
    const eraseJobs = () =>
      app.database.query<unknown[]>(`SELECT FROM outbox WHERE name = $1 AND payload ->> 'id' = $2`, [
        eraseJob.name,
        done.id,
      ]);
    expect(await eraseJobs()).toHaveLength(1);
    await app.set(done.id, `erase_at = now() - interval '31 seconds'`);
    await app.reconcile(600_000);
    expect(await eraseJobs()).toHaveLength(2);
    await record(done.id);
    expect(await app.row(done.id)).toMatchObject({ state: 'succeeded', prompt: '', output_key: null, credits: 18 });
  });

  it('linked guest orders are covered: unpaid ones are deleted, paid ones canceled, the address erased', async () => {
    const [userId, email] = [uuidv7(), `${uuidv7()}@example.com`];
    const createOrder = (owner?: string) => {
      const accountId = uuidv7();
      const input = { type: 'video', prompt: 'my own garden', planId: '5s-480p', duration: 5 } as const;
      const guest = owner
        ? { guestEmail: null, guestLanguage: null }
        : { guestEmail: email, guestLanguage: 'hi' as const };
      const ownership = { userId: owner ?? accountId, accountId, ...guest };
      return app.call(generationCalls.createPendingOrder, { ...input, ...ownership });
    };
    const [unpaid, paid, own] = [await createOrder(), await createOrder(), await createOrder(userId)];
    await app.call(generationCalls.startPaidVideo, paid);
    const payload = { userId, email, confirmedAt: new Date().toISOString() };
    await app
      .resolve(Queues)
      .named('events-generation')
      .add(authEvents.userConfirmed.name, { payload }, { jobId: uuidv7() });
    await eventually(async () => expect(await app.row(paid.requestId)).toMatchObject({ user_id: userId }));

    expect(await cancelAll(userId)).toEqual({ unfinished: 0 });
    for (const { requestId } of [unpaid, own]) await expect(app.row(requestId)).rejects.toThrow('No row');
    expect(await app.settled(paid.requestId)).toEqual([
      expect.objectContaining({ userId: paid.accountId, outcome: 'canceled', credits: 18 }),
    ]);
    // An order that was created while the sessions were being revoked.
    await createOrder(userId);
    expect(await erase(userId)).toEqual({ left: 1 });
    await record(paid.requestId);
    expect(await erase(userId)).toEqual({ left: 0 });
    expect(await app.row(paid.requestId)).toMatchObject({ prompt: '', guest_email: null, guest_language: null });
    await app.call(generationCalls.startPaidVideo, unpaid);
    expect(await app.settled(unpaid.requestId)).toEqual([
      expect.objectContaining({ userId: unpaid.accountId, outcome: 'rejected', credits: 18 }),
    ]);
  });

  it('overdue erase jobs are enqueued again, and an image that another request uses is kept', async () => {
    const userId = uuidv7();
    const inputs = { type: 'image_video', imageKey: `uploads/${userId}/a.png` } as const;
    const [first, second] = [await createFor(userId, inputs), await createFor(userId, inputs)];
    await cancelAll(userId);
    await app.set(first.id, `erase_at = now() - interval '31 seconds'`);
    expect(await keysOf(first.id)).toEqual([]);
    await erase(userId);
    expect(await keysOf(first.id)).toEqual([inputs.imageKey]);
    expect(await keysOf(second.id)).toEqual([inputs.imageKey]);
    const elsewhere = await createFor(uuidv7(), inputs);
    expect(await keysOf(first.id)).toEqual([]);
    await app.set(elsewhere.id, `erase_at = now()`);
    expect(await keysOf(first.id)).toEqual([inputs.imageKey]);
    const eraseJobs = await app.database.query<unknown[]>(
      `SELECT FROM outbox WHERE name = $1 AND payload ->> 'id' = ANY ($2)`,
      [eraseJob.name, [first.id, second.id]],
    );
    expect(eraseJobs).toHaveLength(2);
  });
});
