import { generationCalls } from '@luit/contracts/generation/messages';
import type { JobOutcome } from '@luit/contracts/generation/tracking';
import type { JobResult } from '@luit/contracts/messages/job-result';
import { GenerationTestApp, failure } from '../test/generation-test-app';

const succeeded: JobOutcome = {
  kind: 'succeeded',
  outputKey: 'outputs/a.mp4',
  posterKey: 'outputs/a.jpg',
  contentType: 'video/mp4',
  bytes: 12,
  durationSeconds: 5.04,
};

describe('tracking', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => app.close());

  const running = async (): Promise<{ id: string; userId: string }> => {
    const { id, userId } = await app.create();
    await app.submit(id);
    return { id, userId };
  };

  const progress = (requestId: string, lease: number, value: number | null): Promise<number | null> =>
    app.reportPoll({ requestId, lease }, { kind: 'running', progress: value });

  const collect = (requestId: string, lease: number): Promise<number | null> =>
    app.reportPoll({ requestId, lease }, { kind: 'succeeded' });

  const settle = (requestId: string, lease: number, outcome: JobOutcome): Promise<JobResult> =>
    app.call(generationCalls.settleJob, { requestId, lease, outcome });

  it('progress stays between 50 and 99, never falls, and is published once a second or per 5 points [G-43]', async () => {
    const { id, userId } = await running();
    const visible: number[] = [];
    for (const reported of [null, 1, 20, 22, 10, 150, -5]) {
      // Simulates reports within the same second, however slow the machine is.
      await app.set(id, `progress_sent_at = progress_sent_at + interval '1 hour'`);
      await progress(id, await app.track(id), reported);
      visible.push((await app.get({ id, userId })).progress);
    }
    expect(visible).toEqual([50, 50, 59, 59, 59, 99, 99]);
    await app.set(id, `progress = 59, progress_sent_at = now() - interval '1 second'`);
    await progress(id, await app.track(id), 22);
    expect((await app.updates(id)).map((update) => update.progress)).toEqual([25, 50, 59, 99, 60]);
  });

  it('a promotion request during a poll makes the next poll immediate, once', async () => {
    const { id } = await running();
    const lease = await app.track(id);
    await app.set(id, 'promote_requested = true');
    expect(await progress(id, lease, null)).toBe(0);
    expect(await progress(id, await app.track(id), null)).toBe(2_000);
  });

  it('of two polls concurrent with a webhook at most one runs, and it sees the webhook or the next poll is immediate', async () => {
    const { id } = await running();
    const token = String((await app.row(id)).client_ref);
    for (let round = 0; round < 20; round += 1) {
      const eventId = `concurrent-${round}`;
      const callback = { provider: 'replicate', token, headers: { 'webhook-id': eventId }, rawBody: 'e30=' };
      const [one, other] = await Promise.all([
        app.claimTracking(id),
        app.claimTracking(id, 'worker-2'),
        app.call(generationCalls.receiveProviderEvent, callback),
      ]);
      // Claims skip a row that the webhook has locked; its wake-up leads to another one.
      const areSkipped = one.action !== 'poll' && other.action !== 'poll';
      const claims = areSkipped ? [await app.claimTracking(id)] : [one, other];
      const polls = claims.flatMap((claim) => (claim.action === 'poll' ? [claim] : []));
      expect(polls).toHaveLength(1);
      const [{ lease, others }] = polls as [(typeof polls)[0]];
      const isSeen = others.events.some((event) => event.id === eventId);
      const { promote_requested: isPromoted } = await app.row(id);
      expect(isSeen || isPromoted).toBe(true);
      expect(await progress(id, lease, null)).toBe(isPromoted ? 0 : 2_000);
    }
  });

  it('a webhook concurrent with the settlement does not settle the job twice [SRV-07]', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await running();
      const token = String((await app.row(id)).client_ref);
      const lease = await app.track(id);
      await collect(id, lease);
      const callback = { provider: 'replicate', token, headers: { 'webhook-id': `end-${id}` }, rawBody: 'e30=' };
      await Promise.all([
        settle(id, lease, succeeded),
        app.call(generationCalls.receiveProviderEvent, callback),
        app.claimTracking(id, 'worker-2'),
      ]);
      expect(await app.claimTracking(id, 'worker-2')).toEqual({ action: 'none' });
      expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
    }
  });

  it('a provider that revokes a success does not move the job back from collecting', async () => {
    const { id, userId } = await running();
    await collect(id, await app.track(id));
    const { progress: before } = await app.get({ id, userId });
    await app.expireLease(id);
    expect(await progress(id, await app.track(id), 10)).toBe(2_000);
    expect(await app.row(id)).toMatchObject({ state: 'collecting' });
    expect((await app.get({ id, userId })).progress).toBe(before);
    await settle(id, await app.track(id), { kind: 'failed', failure: failure() });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 18 })]);
  });

  it('only one worker tracks a job, until its lease expires', async () => {
    const { id } = await running();
    const lease = await app.track(id);
    expect(await app.claimTracking(id, 'worker-2')).toEqual({ action: 'none' });
    await app.expireLease(id);
    const next = await app.track(id);
    expect(next).toBe(lease + 1);
    await expect(settle(id, lease, { kind: 'canceled' })).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('the worker that submitted a job cannot renew its lease once the task is recorded, which would delay the first poll', async () => {
    const { id } = await app.create();
    const lease = await app.submit(id);
    await expect(app.renewLease({ requestId: id, lease })).rejects.toMatchObject({ code: 'stale_lease' });
    await app.track(id);
  });

  it('failed polls back off, and wait for the provider’s Retry-After', async () => {
    const { id } = await running();
    const fail = async (retryAfterMs?: number): Promise<number | null> => {
      const leased = { requestId: id, lease: await app.track(id) };
      return app.reportPoll(leased, { kind: 'failed', failure: failure(), retryAfterMs });
    };
    expect([await fail(), await fail(), await fail(9_000)]).toEqual([500, 1_000, 9_000]);
    await progress(id, await app.track(id), null);
    expect(await fail()).toBe(500);
    expect(await app.row(id)).toMatchObject({ state: 'running' });
  });

  it('after a crash while collecting another worker polls again and settles the job', async () => {
    const { id, userId } = await running();
    const first = await app.track(id);
    await collect(id, first);
    await app.expireLease(id);
    const second = await app.track(id);
    await collect(id, second);
    expect(await settle(id, second, succeeded)).toEqual({ action: 'done' });
    expect(await app.get({ id, userId })).toMatchObject({ outputKey: 'outputs/a.mp4', posterKey: 'outputs/a.jpg' });
    expect(await app.row(id)).toMatchObject({ output_seconds: 5.04, output_bytes: '12', content_type: 'video/mp4' });
  });

  it('ten concurrent reports of an outcome settle the job once, and the first stands [SRV-07]', async () => {
    const { id, userId } = await running();
    const lease = await app.track(id);
    await Promise.all(Array.from({ length: 10 }, () => settle(id, lease, { kind: 'failed', failure: failure() })));
    expect(await settle(id, lease, { kind: 'canceled' })).toEqual({ action: 'done' });
    expect(await app.get({ id, userId })).toMatchObject({
      status: 'failed',
      canceled: false,
      error: { code: 'generation_failed', message: 'Video generation failed. Please try again.' },
    });
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 18 })]);
    expect(await app.claimTracking(id)).toEqual({ action: 'none' });
  });

  it('past the deadline the worker cancels the task, and the job fails as timed out', async () => {
    const { id, userId } = await running();
    await app.set(id, `deadline_at = now() - interval '1 second'`);
    const claim = await app.claimTracking(id);
    expect(claim).toMatchObject({ action: 'poll', isPastDeadline: true, cancelRequested: false });
    if (claim.action !== 'poll') return;
    expect(await progress(id, claim.lease, null)).toBe(2_000);
    await settle(id, await app.track(id), { kind: 'canceled' });
    expect(await app.get({ id, userId })).toMatchObject({
      status: 'failed',
      canceled: false,
      error: { code: 'timed_out' },
    });
  });

  it('a task that never ends is abandoned ten minutes after the provider’s maximum', async () => {
    const { id } = await running();
    await app.set(id, `deadline_at = now(), submitted_at = now() - interval '39 minutes'`);
    expect(await progress(id, await app.track(id), null)).toBe(2_000);
    await app.set(id, `submitted_at = now() - interval '41 minutes'`);
    const lease = await app.track(id);
    expect(await app.reportPoll({ requestId: id, lease }, { kind: 'failed', failure: failure() })).toBeNull();
    expect(await app.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
    const [task] = await app.database.query(`SELECT status FROM provider_tasks WHERE request_id = $1`, [id]);
    expect(task).toEqual({ status: 'abandoned' });
  });

  it('the plan sets the deadline, counted from submission', async () => {
    const { id, userId } = await app.create({ planId: '10s-480p', duration: 10 });
    expect(userId).toBeDefined();
    await app.submit(id);
    const [row] = await app.database.query(
      `SELECT extract(epoch FROM deadline_at - first_claim_at)::int AS seconds FROM requests WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({ seconds: 1_200 });
  });

  it.each([
    ['0.8 of the measured run time of the plan', '10s-720p', false, 4_000],
    ['1.5 of it where the provider calls back', '5s-720p', true, 7_500],
  ])('the first poll follows %s', async (_what, planId, hasCallbacks, pauseMs) => {
    for (let i = 0; i < 3; i += 1) {
      const { id } = await running();
      const token = String((await app.row(id)).client_ref);
      const callback = { provider: 'replicate', token, headers: { 'webhook-id': `end-${i}` }, rawBody: 'e30=' };
      if (hasCallbacks) await app.call(generationCalls.receiveProviderEvent, callback);
      await app.succeed(id);
      // Run times are cached, also of a plan without any.
      await app.set(id, `plan_id = '${planId}', collecting_at = submitted_at + interval '5 seconds'`);
    }
    const { id } = await app.create({ planId, duration: Number.parseInt(planId) });
    await app.submit(id);
    const [row] = await app.database.query(
      `SELECT extract(epoch FROM next_poll_at - submitted_at)::float8 * 1000 AS "pauseMs" FROM requests WHERE id = $1`,
      [id],
    );
    // The statement reads the clock twice.
    expect(row).toEqual({ pauseMs: expect.closeTo(pauseMs, 0) });
  });
});
