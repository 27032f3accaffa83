import { generationCalls } from '@luit/contracts/generation/messages';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

const REASON = 'the worker had no disk space';

describe('the list of provider callbacks', () => {
  let app: GenerationTestApp;
  const adminId = uuidv7();

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());

  const list = (filter: Partial<RequestOf<typeof operationsCalls.listProviderCallbacks>> = {}) =>
    app.call(operationsCalls.listProviderCallbacks, { limit: 100, ...filter });
  const get = (id: string) => app.call(operationsCalls.getProviderCallback, { id });
  const replay = (id: string) => app.call(operationsCalls.replayProviderCallback, { id, adminId, reason: REASON });

  /** A job with a stored callback about another task. */
  async function calledBack(body: object = {}) {
    const job = await app.create();
    await app.submit(job.id);
    const [eventId, taskId] = [`evt-${uuidv7()}`, `task-${uuidv7()}`];
    await app.call(generationCalls.receiveProviderEvent, {
      provider: 'replicate',
      token: String((await app.row(job.id)).client_ref),
      headers: { 'webhook-id': eventId, 'webhook-signature': 'v1,secret', cookie: 'secret' },
      rawBody: Buffer.from(JSON.stringify({ id: taskId, status: 'succeeded', ...body })).toString('base64'),
    });
    const { items } = await list({ words: eventId });
    return { ...job, eventId, taskId, callback: items[0]! };
  }

  it('a callback is found by the ids of its task, its job and its event', async () => {
    const { id: jobId, eventId, taskId, callback } = await calledBack();
    expect(callback).toMatchObject({
      provider: 'replicate',
      eventId,
      taskId,
      jobId,
      jobState: 'running',
      state: 'waiting',
      readAt: null,
      canReplay: true,
    });
    for (const words of [taskId, jobId, eventId, `task-${jobId}`])
      expect((await list({ words })).items.map(({ id }) => id)).toEqual([callback.id]);
    expect(await list({ words: 'nothing' })).toEqual({ items: [], nextCursor: null, total: 0, isTotalCapped: false });
  });

  it('the body shows ids, states and times, and masks prompts, links and outputs', async () => {
    const { callback } = await calledBack({
      input: { prompt: 'Asha by the river' },
      output: ['https://files.example/asha.mp4'],
      error: 'asha@example.com',
      created_at: '2026-11-23T00:00:00Z',
    });
    const { body, headers } = await get(callback.id);
    expect(JSON.parse(body ?? '')).toEqual({
      id: callback.taskId,
      status: 'succeeded',
      input: '[masked]',
      output: ['[masked]'],
      error: '[masked]',
      created_at: '2026-11-23T00:00:00Z',
    });
    expect(headers).toEqual(['webhook-id', 'webhook-signature']);
    await expect(get(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lists are paged, and filtered by provider, state and time, as SQL counts them', async () => {
    const first = await calledBack();
    const second = await calledBack();
    await app.database.query(`UPDATE provider_events SET read_at = now() WHERE id = $1`, [first.callback.id]);
    await app.set(second.id, `state = 'canceled', completed_at = now()`);
    for (const state of ['waiting', 'read', 'unneeded'] as const) {
      const { items, total } = await list({ state });
      for (const item of items) expect(item.state).toBe(state);
      expect(items).toHaveLength(total);
    }
    expect((await list({ state: 'read' })).items.map(({ id }) => id)).toContain(first.callback.id);
    expect((await list({ state: 'unneeded' })).items.map(({ id }) => id)).toContain(second.callback.id);
    const rows = await app.database.query<{ id: string }[]>('SELECT id FROM provider_events ORDER BY id DESC');
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list({ limit: 2, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect((await list({ provider: 'fal' })).items).toEqual([]);
    const from = second.callback.receivedAt;
    const since = await app.database.query<{ id: string }[]>(
      'SELECT id FROM provider_events WHERE received_at >= $1 ORDER BY id DESC',
      [from],
    );
    expect((await list({ from })).items.map(({ id }) => id)).toEqual(since.map(({ id }) => id));
    expect((await list({ to: from })).total).toBe(rows.length - since.length);
  });

  it('a replay has a worker read the callback again, and is recorded with the owner of the job', async () => {
    const { id: jobId, userId, eventId, callback } = await calledBack();
    await app.claimTracking(jobId);
    await app.database.query(`UPDATE provider_events SET read_at = now() WHERE id = $1`, [callback.id]);
    await app.expireLease(jobId);
    await app.set(jobId, `next_poll_at = now() + interval '1 hour'`);
    await replay(callback.id);
    expect(await get(callback.id)).toMatchObject({ state: 'waiting', readAt: null });
    expect((await get(callback.id)).replayedAt).not.toBeNull();
    expect(await app.pollDueInMs(jobId)).toBeLessThanOrEqual(0);
    expect(await app.claimTracking(jobId)).toMatchObject({ others: { events: [{ id: eventId }] } });
    const [event] = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'subject' = $2`,
      [operationsEvents.operatorActed.name, callback.id],
    );
    expect(event?.payload).toMatchObject({
      adminId,
      action: 'callback_replayed',
      details: { reason: REASON, job: jobId },
      userIds: [userId],
    });
    await expect(replay(uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });
});
