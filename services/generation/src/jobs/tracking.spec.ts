import { generationCalls, type JobOutcome, type NextStep } from '@luit/contracts/generation';
import { Bench, failure } from '../test/bench';

const succeeded: JobOutcome = {
  kind: 'succeeded',
  outputKey: 'outputs/a.mp4',
  posterKey: 'outputs/a.jpg',
  contentType: 'video/mp4',
  bytes: 12,
  durationSeconds: 5.04,
};

describe('tracking', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await Bench.start({ providerConcurrency: 1_000 });
  });

  afterAll(() => bench.close());

  const running = async (): Promise<{ id: string; userId: string }> => {
    const { id, userId } = await bench.create();
    await bench.submit(id);
    return { id, userId };
  };

  const progress = (requestId: string, lease: number, value: number | null): Promise<NextStep> =>
    bench.call(generationCalls.recordProgress, { requestId, lease, progress: value });

  const settle = (requestId: string, lease: number, outcome: JobOutcome): Promise<NextStep> =>
    bench.call(generationCalls.settleJob, { requestId, lease, outcome });

  it('G-43: progress lies between 50 and 99, never falls, and is told once a second or per 5 points', async () => {
    const { id, userId } = await running();
    const shown: number[] = [];
    for (const reported of [null, 1, 20, 22, 10, 150, -5]) {
      // Whatever this machine's speed, no second passes between two reports.
      await bench.set(id, `progress_sent_at = progress_sent_at + interval '1 hour'`);
      await progress(id, await bench.track(id), reported);
      shown.push((await bench.get({ id, userId })).progress);
    }
    expect(shown).toEqual([50, 50, 59, 59, 59, 99, 99]);
    await bench.set(id, `progress = 59, progress_sent_at = now() - interval '1 second'`);
    await progress(id, await bench.track(id), 22);
    expect((await bench.updates(id)).map((update) => update.progress)).toEqual([25, 50, 59, 99, 60]);
  });

  it('a wake that came during the look makes the next one come at once, and is forgotten then', async () => {
    const { id } = await running();
    const lease = await bench.track(id);
    await bench.set(id, 'wake_requested = true');
    expect(await progress(id, lease, null)).toEqual({ action: 'again', delayMs: 0 });
    expect(await progress(id, await bench.track(id), null)).toEqual({ action: 'again', delayMs: 2_000 });
  });

  it('a webhook and two looks at one moment: one looks, and the webhook is in its look or brings the next at once', async () => {
    const { id } = await running();
    const token = String((await bench.row(id)).client_ref);
    for (let round = 0; round < 20; round += 1) {
      const eventId = `at-one-moment-${round}`;
      const callback = { provider: 'replicate', token, headers: { 'webhook-id': eventId }, rawBody: 'e30=' };
      const [one, other] = await Promise.all([
        bench.claimTracking(id),
        bench.claimTracking(id, 'worker-2'),
        bench.call(generationCalls.receiveProviderEvent, callback),
      ]);
      const looks = [one, other].flatMap((claim) => (claim.action === 'poll' ? [claim] : []));
      expect(looks).toHaveLength(1);
      const [{ lease, others }] = looks as [(typeof looks)[0]];
      const isSeen = others.events.some((event) => event.id === eventId);
      expect((await bench.row(id)).wake_requested).toBe(!isSeen);
      expect(await progress(id, lease, null)).toEqual({ action: 'again', delayMs: isSeen ? 2_000 : 0 });
    }
  });

  it('SRV-07: a webhook at the moment of the end adds no second end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await running();
      const token = String((await bench.row(id)).client_ref);
      const lease = await bench.track(id);
      await bench.call(generationCalls.startCollecting, { requestId: id, lease });
      const callback = { provider: 'replicate', token, headers: { 'webhook-id': `end-${id}` }, rawBody: 'e30=' };
      await Promise.all([
        settle(id, lease, succeeded),
        bench.call(generationCalls.receiveProviderEvent, callback),
        bench.claimTracking(id, 'worker-2'),
      ]);
      expect(await bench.claimTracking(id, 'worker-2')).toEqual({ action: 'none' });
      expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'succeeded' })]);
    }
  });

  it('a provider that takes a success back does not bring a job back from collecting', async () => {
    const { id, userId } = await running();
    await bench.call(generationCalls.startCollecting, { requestId: id, lease: await bench.track(id) });
    const { progress: shown } = await bench.get({ id, userId });
    await bench.endLease(id);
    expect(await progress(id, await bench.track(id), 10)).toMatchObject({ action: 'again' });
    expect(await bench.row(id)).toMatchObject({ state: 'collecting' });
    expect((await bench.get({ id, userId })).progress).toBe(shown);
    await settle(id, await bench.track(id), { kind: 'failed', failure: failure() });
    expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 18 })]);
  });

  it('one tracker at a time; its lease runs out with it', async () => {
    const { id } = await running();
    const lease = await bench.track(id);
    expect(await bench.claimTracking(id, 'worker-2')).toMatchObject({ action: 'wait' });
    await bench.endLease(id);
    const next = await bench.track(id);
    expect(next).toBe(lease + 1);
    await expect(settle(id, lease, { kind: 'canceled' })).rejects.toMatchObject({ code: 'stale_lease' });
  });

  it('a provider that cannot be read is looked at ever more seldom, as late as it asks', async () => {
    const { id } = await running();
    const fail = async (retryAfterMs?: number): Promise<NextStep> =>
      bench.call(generationCalls.recordPollFailure, {
        requestId: id,
        lease: await bench.track(id),
        failure: failure(),
        retryAfterMs,
      });
    expect(await fail()).toEqual({ action: 'again', delayMs: 500 });
    expect(await fail()).toEqual({ action: 'again', delayMs: 1_000 });
    expect(await fail(9_000)).toEqual({ action: 'again', delayMs: 9_000 });
    await progress(id, await bench.track(id), null);
    expect(await fail()).toEqual({ action: 'again', delayMs: 500 });
    expect(await bench.row(id)).toMatchObject({ state: 'running' });
  });

  it('collecting survives the worker: another one looks again and settles', async () => {
    const { id, userId } = await running();
    const first = await bench.track(id);
    await bench.call(generationCalls.startCollecting, { requestId: id, lease: first });
    await bench.endLease(id);
    const second = await bench.track(id);
    await bench.call(generationCalls.startCollecting, { requestId: id, lease: second });
    expect(await settle(id, second, succeeded)).toEqual({ action: 'done' });
    expect(await bench.get({ id, userId })).toMatchObject({ outputKey: 'outputs/a.mp4', posterKey: 'outputs/a.jpg' });
    expect(await bench.row(id)).toMatchObject({ output_seconds: 5.04, output_bytes: '12', content_type: 'video/mp4' });
  });

  it('SRV-07: an end told ten times at once is one end; what was told first stands', async () => {
    const { id, userId } = await running();
    const lease = await bench.track(id);
    await Promise.all(Array.from({ length: 10 }, () => settle(id, lease, { kind: 'failed', failure: failure() })));
    expect(await settle(id, lease, { kind: 'canceled' })).toEqual({ action: 'done' });
    expect(await bench.get({ id, userId })).toMatchObject({
      status: 'failed',
      canceled: false,
      error: { code: 'generation_failed', message: 'Video generation failed. Please try again.' },
    });
    expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed', credits: 18 })]);
    expect(await bench.claimTracking(id)).toEqual({ action: 'none' });
  });

  it('past its deadline the worker is told to cancel; what it cancels is a timeout, nobody’s wish', async () => {
    const { id, userId } = await running();
    await bench.set(id, `deadline_at = now() - interval '1 second'`);
    const claim = await bench.claimTracking(id);
    expect(claim).toMatchObject({ action: 'poll', isPastDeadline: true, cancelRequested: false });
    if (claim.action !== 'poll') return;
    expect(await progress(id, claim.lease, null)).toMatchObject({ action: 'again' });
    await settle(id, await bench.track(id), { kind: 'canceled' });
    expect(await bench.get({ id, userId })).toMatchObject({
      status: 'failed',
      canceled: false,
      error: { code: 'timed_out' },
    });
  });

  it('a provider that never says so is given up ten minutes after its own maximum', async () => {
    const { id } = await running();
    await bench.set(id, `deadline_at = now(), submitted_at = now() - interval '39 minutes'`);
    expect(await progress(id, await bench.track(id), null)).toMatchObject({ action: 'again' });
    await bench.set(id, `submitted_at = now() - interval '41 minutes'`);
    const lease = await bench.track(id);
    const gone = { requestId: id, lease, failure: failure() };
    expect(await bench.call(generationCalls.recordPollFailure, gone)).toEqual({ action: 'done' });
    expect(await bench.settled(id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
    const [task] = await bench.database.query(`SELECT status FROM provider_tasks WHERE request_id = $1`, [id]);
    expect(task).toEqual({ status: 'abandoned' });
  });

  it('the plan decides the deadline, from its submission on', async () => {
    const { id, userId } = await bench.create({ planId: '10s-480p', duration: 10 });
    expect(userId).toBeDefined();
    await bench.submit(id);
    const [row] = await bench.database.query(
      `SELECT extract(epoch FROM deadline_at - first_claim_at)::int AS seconds FROM requests WHERE id = $1`,
      [id],
    );
    expect(row).toEqual({ seconds: 1_200 });
  });

  it('the first look comes after the measured run time of the plan', async () => {
    const wish = { planId: '10s-720p', duration: 10 };
    for (let i = 0; i < 3; i += 1) {
      const { id } = await bench.create(wish);
      await bench.submit(id);
      await bench.succeed(id);
      await bench.set(id, `collecting_at = submitted_at + interval '5 seconds'`);
    }
    const { id } = await bench.create(wish);
    await bench.submit(id);
    const [job] = await bench.database.query(
      `SELECT options FROM outbox WHERE name = 'track' AND payload->>'id' = $1`,
      [id],
    );
    expect(job).toEqual({ options: { delayMs: 4_000 } });
  });
});
