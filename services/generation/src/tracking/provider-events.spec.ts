import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { GenerationTestApp } from '../test/generation-test-app';

describe('provider callbacks', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());

  const receive = (token: string, eventId: string | null, rawBody = 'e30='): Promise<object> =>
    app.call(generationCalls.receiveProviderEvent, {
      provider: 'replicate',
      token,
      headers: { ...(eventId && { 'Webhook-Id': eventId }), cookie: 'secret', 'webhook-signature': 'v1,x' },
      rawBody,
    });

  /** A running job of a plan that no job has finished, whose first poll wakes a worker after 2.5 s. */
  const submitWaking = async (externalId?: string) => {
    const { id } = await app.create({ planId: '10s-480p', duration: 10 });
    // Wake-ups that other tests left would be merged with that of this job.
    await app.takeWakeUp();
    await app.submit(id, externalId);
    await eventually(async () => expect(await app.takeWakeUp()).toBe(2_500));
    return id;
  };
  const tokenOf = async (id: string): Promise<string> => String((await app.row(id)).client_ref);

  it('a callback makes the next poll of a running job due and wakes a worker', async () => {
    const id = await submitWaking();
    expect(await app.pollDueInMs(id)).toBeGreaterThan(0);
    await receive(await tokenOf(id), 'evt-1');
    expect(await app.pollDueInMs(id)).toBeLessThanOrEqual(0);
    await eventually(async () => expect(await app.takeWakeUp()).toBe(0));
    expect(await app.row(id)).toMatchObject({ promote_requested: true });
    await app.track(id);
    expect(await app.row(id)).toMatchObject({ promote_requested: false });
  });

  it('a callback that only says that the job’s own task is running causes no poll, and one about another task does', async () => {
    const id = await submitWaking('own-task');
    const token = await tokenOf(id);
    const body = (task: string, status: string) => Buffer.from(JSON.stringify({ id: task, status })).toString('base64');
    await receive(token, 'evt-start', body('own-task', 'processing'));
    expect(await app.pollDueInMs(id)).toBeGreaterThan(0);
    expect(await app.row(id)).toMatchObject({ promote_requested: false });
    await receive(token, 'evt-start', body('other-task', 'processing'));
    expect(await app.pollDueInMs(id)).toBeLessThanOrEqual(0);
    const claim = await app.claimTracking(id);
    expect(claim).toMatchObject({
      others: { events: [{ id: 'evt-start', rawBody: body('other-task', 'processing') }] },
    });
    await receive(token, 'evt-end', body('own-task', 'succeeded'));
    expect(await app.row(id)).toMatchObject({ promote_requested: true });
  });

  describe('a callback that says that the job’s own task has ended', () => {
    const ended = (task: string) => Buffer.from(JSON.stringify({ id: task, status: 'succeeded' })).toString('base64');
    const running = async () => {
      const { id } = await app.create();
      await app.submit(id);
      return { id, end: async (eventId = 'evt-end') => receive(await tokenOf(id), eventId, ended(`task-${id}`)) };
    };

    it('hands the claimed poll to a worker once, and is not stored', async () => {
      const { id, end } = await running();
      const { lease } = await app.row(id);
      await end();
      const poll = await app.takeHandedPoll();
      expect(poll).toMatchObject({ requestId: id, externalId: `task-${id}`, lease: Number(lease) + 1 });
      expect(poll.others).toEqual({ cancel: [], events: [] });
      expect(poll.callback).toMatchObject({ id: 'evt-end', rawBody: ended(`task-${id}`) });
      await end('evt-repeated');
      expect(await app.handedPolls()).toBe(0);
      expect(await app.claimTracking(id)).toEqual({ action: 'none' });
      const stored = await app.database.query(`SELECT FROM provider_events WHERE request_id = $1`, [id]);
      expect(stored).toEqual([]);
      await app.reportPoll(poll, { kind: 'succeeded' }, undefined, 'worker-7');
      expect(await app.row(id)).toMatchObject({ state: 'collecting', worker_id: 'worker-7' });
    });

    it('lets the worker report a success with the outcome while no job waits for a slot', async () => {
      const { id, end } = await running();
      await app.dispatch();
      await end();
      const { lease, reportSuccessWithinMs } = await app.takeHandedPoll();
      expect(reportSuccessWithinMs).toBeGreaterThan(0);
      const outcome = {
        kind: 'succeeded',
        outputKey: 'outputs/video.mp4',
        posterKey: null,
        contentType: 'video/mp4',
        bytes: 1_000,
        durationSeconds: 5,
        sinceSuccessMs: 700,
      } as const;
      await app.call(generationCalls.settleJob, { requestId: id, lease, outcome });
      const row = await app.row(id);
      expect(row).toMatchObject({ state: 'succeeded', money_state: 'captured', called_back: true });
      expect(Number(row.completed_at) - Number(row.collecting_at)).toBe(700);
      expect((await app.updates(id)).map(({ sequence, status }) => [sequence, status])).toEqual([
        [1, 'processing'],
        [2, 'processing'],
        [3, 'completed'],
      ]);
      expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
    });

    it('hands over a poll that can be claimed again if no worker receives it', async () => {
      const { id, end } = await running();
      await end();
      const lost = await app.takeHandedPoll();
      await app.expireLease(id);
      expect(await app.claimTracking(id)).toMatchObject({ action: 'poll', lease: lost.lease + 1 });
      await expect(app.reportPoll(lost, { kind: 'succeeded' })).rejects.toMatchObject({ code: 'stale_lease' });
    });

    it('only makes the poll due while another poll is under way, the provider is paused, or callbacks are unread', async () => {
      const [polled, unread] = [await running(), await running()];
      await app.track(polled.id);
      await polled.end();
      expect(await app.row(polled.id)).toMatchObject({ promote_requested: true });
      await receive(await tokenOf(unread.id), 'evt-other');
      await unread.end();
      expect(await app.handedPolls()).toBe(0);
      expect(await app.claimTracking(unread.id)).toMatchObject({ others: { events: [{ id: 'evt-other' }] } });

      const paused = await running();
      await app.database.query(
        `INSERT INTO provider_health (provider, paused_until) VALUES ('replicate', now() + interval '1 minute')`,
      );
      await paused.end();
      expect(await app.handedPolls()).toBe(0);
      expect(await app.pollDueInMs(paused.id)).toBeLessThanOrEqual(0);
      await app.database.query(`DELETE FROM provider_health`);
    });
  });

  it('an event is stored once, with only the headers that a signature check needs', async () => {
    const { id } = await app.create();
    const token = await tokenOf(id);
    await Promise.all(Array.from({ length: 5 }, () => receive(token, 'evt-2')));
    await receive(token, null, 'YQ==');
    await receive(token, null, 'YQ==');
    const events = await app.database.query(
      `SELECT event_id, headers FROM provider_events WHERE request_id = $1 ORDER BY id`,
      [id],
    );
    expect(events).toHaveLength(2);
    expect(events).toMatchObject([
      { event_id: 'evt-2', headers: { 'webhook-id': 'evt-2', 'webhook-signature': 'v1,x' } },
      {},
    ]);
    expect(JSON.stringify(events)).not.toContain('secret');
  });

  it('a callback whose task has an id that cannot be stored is received', async () => {
    const { id } = await app.create();
    await app.submit(id);
    for (const [index, task] of ['a\0', 'a\ud800'].entries()) {
      const body = Buffer.from(JSON.stringify({ id: task, status: 'succeeded' })).toString('base64');
      expect(await receive(await tokenOf(id), `evt-nul-${index}`, body)).toEqual({});
    }
  });

  it('a search after an unknown submission receives the start webhook', async () => {
    const { id } = await app.create();
    await app.claimSubmission(id);
    await receive(await tokenOf(id), 'evt-3', 'eyJpZCI6InRhc2sifQ==');
    await app.expireLease(id);
    const claim = await app.claimSubmission(id, 'worker-2');
    expect(claim).toMatchObject({ action: 'find', events: [{ id: 'evt-3', rawBody: 'eyJpZCI6InRhc2sifQ==' }] });
  });

  it('a webhook that arrives before the submit response makes the first poll immediate', async () => {
    const { id } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    await receive(claim.task.clientRef, 'evt-4');
    await app.call(generationCalls.recordSubmission, { requestId: id, lease: claim.lease, externalId: 'fast' });
    expect(await app.pollDueInMs(id)).toBeLessThanOrEqual(0);
  });

  it('an unknown token, or one of another provider, is not found', async () => {
    await expect(receive('nobody', 'evt-5')).rejects.toMatchObject({ code: 'not_found' });
    const { id } = await app.create();
    const foreign = app.call(generationCalls.receiveProviderEvent, {
      provider: 'fal',
      token: await tokenOf(id),
      headers: {},
      rawBody: '',
    });
    await expect(foreign).rejects.toMatchObject({ code: 'not_found' });
  });

  it('the number of stored events per request is limited', async () => {
    const { id } = await app.create();
    const token = await tokenOf(id);
    await app.database.query(
      `INSERT INTO provider_events (provider, event_id, request_id, headers, raw_body)
       SELECT 'replicate', 'flood-' || i, $1, '{}', '' FROM generate_series(1, 95) i`,
      [id],
    );
    for (let i = 0; i < 10; i += 1) await receive(token, `more-${i}`);
    const [{ n }] = await app.database.query(`SELECT count(*)::int AS n FROM provider_events WHERE request_id = $1`, [
      id,
    ]);
    expect(n).toBe(100);
  });

  it('a callback after the job finished is accepted and changes nothing', async () => {
    const { id, userId } = await app.create();
    const token = await tokenOf(id);
    await app.submit(id);
    await app.succeed(id);
    const before = await app.get({ id, userId });
    await receive(token, 'evt-6');
    expect(await app.get({ id, userId })).toEqual(before);
  });
});
