import { generationCalls } from '@luit/contracts/generation/messages';
import { metrics } from '@luit/platform/metrics/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { ProviderSteps } from '../test/provider-steps';

const OPEN_MS = 60_000;

describe('providers', () => {
  let app: GenerationTestApp;
  let steps: ProviderSteps;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      replicas: 2,
      limits: { breakerFailures: 3, breakerOpenMs: OPEN_MS, submitRetryLimit: 100 },
      modelProviders: {
        seedance: ['replicate', 'fal', 'ark'],
        stableVideo: ['replicate'],
      },
    });
    steps = new ProviderSteps(app);
  });

  afterAll(() => app.close());

  beforeEach(() => app.database.query(`DELETE FROM provider_health`));

  it('three consecutive failures open the circuit breaker, and a success resets the count', async () => {
    for (let i = 0; i < 2; i += 1) await steps.fail(await steps.claimed());
    const healthy = await steps.claimed();
    await steps.accept(healthy);
    for (let i = 0; i < 2; i += 1) await steps.fail(await steps.claimed());
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed', failures: 2, reason: 'E_TEST' });
    await steps.fail(await steps.claimed());
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'open', failures: 3 });
    expect((await steps.overviewOf('replicate'))?.closedForMs).toBeGreaterThan(OPEN_MS / 2);
    expect(await metrics.getSingleMetricAsString('luit_provider_breaker_state')).toContain(
      'luit_provider_breaker_state{provider="replicate"} 2',
    );
  });

  it('while the breaker is open, jobs fail over to the next provider', async () => {
    await steps.trip();
    const next = await steps.claimed();
    expect(next.provider).toBe('fal');
    expect(await app.timeline(next.id)).toEqual(['accepted', 'provider changed', 'submission claimed']);
    const { id } = await app.create({ model: 'stableVideo' });
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    expect(await app.row(id)).toMatchObject({ state: 'pending', dispatched_at: null });
  });

  it('a job whose task may run at the provider is not moved', async () => {
    const unknown = await steps.claimed();
    await steps.fail(unknown);
    await steps.trip();
    const search = await app.claimSubmission(unknown.id, 'worker-2');
    expect(search).toMatchObject({ action: 'find', task: { provider: 'replicate' } });
    if (search.action !== 'find') return;
    await app.set(unknown.id, `submit_before = now() - interval '1 hour'`);
    await app.call(generationCalls.recordNotFound, {
      requestId: unknown.id,
      lease: search.lease,
      isSearchable: true,
      reportedWithinMs: 1,
      claimedAt: search.claimedAt,
    });
    expect(await app.claimSubmission(unknown.id)).toEqual({ action: 'none' });
    expect(await app.row(unknown.id)).toMatchObject({ provider: 'replicate', resubmissions: 1, dispatched_at: null });
  });

  it('one job probes the provider after the breaker’s open time', async () => {
    await steps.trip();
    await steps.endOpenTime();
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'half_open' });
    const probe = await steps.claimed();
    const other = await steps.claimed();
    expect([probe.provider, other.provider]).toEqual(['replicate', 'fal']);
    await steps.fail(probe);
    const again = await steps.overviewOf('replicate');
    expect(again).toMatchObject({ state: 'open' });
    expect(again?.closedForMs).toBeGreaterThan(1.5 * OPEN_MS);
    await steps.endOpenTime();
    await steps.accept(await steps.claimed());
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed', failures: 0, reason: null });
    expect((await steps.claimed()).provider).toBe('replicate');
  });

  it('there is never more than one probe', async () => {
    await steps.trip();
    await steps.endOpenTime();
    const created = await Promise.all(Array.from({ length: 8 }, () => app.create()));
    const claims = await Promise.all(created.map(({ id }) => app.claimSubmission(id)));
    const probes = claims.filter((claim) => claim.action === 'submit' && claim.task.provider === 'replicate');
    expect(probes).toHaveLength(1);
  });

  it('after the provider recovers, its waiting jobs start at once', async () => {
    await steps.trip();
    const waiting = await Promise.all(Array.from({ length: 3 }, () => app.create({ model: 'stableVideo' })));
    const dispatched = async () =>
      (await Promise.all(waiting.map(({ id }) => app.row(id)))).filter(({ dispatched_at: at }) => at !== null);
    await app.dispatch();
    expect(await dispatched()).toHaveLength(0);
    await steps.endOpenTime();
    await app.dispatch();
    const [probe] = await eventually(async () => {
      const found = await dispatched();
      expect(found).toHaveLength(1);
      return found;
    });
    await app.submit(String(probe?.id));
    // The recorded submission closes the breaker and starts a round; the timer has no part in it.
    await eventually(async () => expect(await dispatched()).toHaveLength(3));
  });

  it('a job that was dispatched before the breaker opened is not submitted, but fails over', async () => {
    const { id } = await app.create();
    await app.dispatch();
    expect((await app.row(id)).dispatched_at).not.toBeNull();
    await app.database.query(
      `INSERT INTO provider_health (provider, failures, open_until) VALUES ('replicate', 3, now() + interval '1 hour')`,
    );
    expect(await app.call(generationCalls.claimSubmission, { requestId: id, workerId: 'w' })).toEqual({
      action: 'none',
    });
    expect(await app.claimSubmission(id)).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
  });

  it('a quota rejection opens the breaker immediately, and the job moves to another provider', async () => {
    const job = await steps.claimed();
    expect(await steps.fail(job, 'rejected', failure('quota'))).toEqual({ action: 'done' });
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'open', failures: 1 });
    const elsewhere = await app.claimSubmission(job.id);
    expect(elsewhere).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
    if (elsewhere.action !== 'submit') return;
    expect(elsewhere.task.webhookUrl).toContain('/providers/fal/');
    // The other providers are not configured, so the job returns to the preferred provider and waits.
    const notConfigured = { kind: 'provider', code: 'provider_not_configured', message: '' } as const;
    await steps.fail({ id: job.id, lease: elsewhere.lease }, 'rejected', notConfigured);
    const last = await app.claimSubmission(job.id);
    if (last.action !== 'submit') throw new Error(last.action);
    expect(last.task.provider).toBe('ark');
    await steps.fail({ id: job.id, lease: last.lease }, 'rejected', notConfigured);
    expect(await app.claimSubmission(job.id)).toEqual({ action: 'none' });
    expect(await app.row(job.id)).toMatchObject({ state: 'pending', dispatched_at: null });
  });

  it('a rejection of our account fails the job if there is no other provider', async () => {
    const job = await steps.claimed('stableVideo');
    expect(await steps.fail(job, 'rejected', failure('quota'))).toEqual({ action: 'done' });
    expect(await app.row(job.id)).toMatchObject({ state: 'failed' });
  });

  it.each(['moderation', 'privacy', 'invalid_input'] as const)(
    'a rejection for %s returns the credits and does not count against the provider [G-47]',
    async (kind) => {
      for (let i = 0; i < 4; i += 1) {
        const job = await steps.claimed();
        expect(await steps.fail(job, 'rejected', failure(kind))).toEqual({ action: 'done' });
        expect(await app.settled(job.id)).toEqual([expect.objectContaining({ outcome: 'failed' })]);
      }
      expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed', failures: 0 });
      expect((await steps.claimed()).provider).toBe('replicate');
    },
  );

  it('Retry-After applies to all submissions and polls of that provider', async () => {
    const limited = await steps.claimed();
    const running = await steps.claimed();
    await steps.accept(running);
    await steps.fail(limited, 'retry', failure('quota'), 30_000);
    expect(await steps.overviewOf('replicate')).toMatchObject({ state: 'closed', failures: 0 });
    const { id } = await app.create({ model: 'stableVideo' });
    expect(await app.claimSubmission(id)).toEqual({ action: 'none' });
    expect(await app.claimTracking(running.id)).toEqual({ action: 'none' });
  });

  it('while a provider is paused, jobs fail over, the refused one at once', async () => {
    const refused = await steps.claimed();
    await steps.fail(refused, 'retry', failure('quota'), 30_000);
    const next = await app.claimSubmission(refused.id);
    expect(next).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
    expect((await steps.claimed()).provider).toBe('fal');
    await app.database.query(`UPDATE provider_health SET paused_until = now()`);
    expect((await steps.claimed()).provider).toBe('replicate');
  });

  it('a Retry-After of a day pauses the provider for a minute and fails no job', async () => {
    const job = await steps.claimed('stableVideo');
    // The time to run has almost passed. A refusal ends it: the job waits in the queue again.
    await app.set(job.id, `deadline_at = now() + interval '1 second'`);
    await steps.fail(job, 'retry', failure('quota'), 86_400_000);
    expect((await steps.overviewOf('replicate'))?.pausedMs).toBeLessThanOrEqual(60_000);
    const [{ waitMs }] = (await app.database.query(
      `SELECT extract(epoch FROM deadline_at - now())::float8 * 1000 AS "waitMs" FROM requests WHERE id = $1`,
      [job.id],
    )) as [{ waitMs: number }];
    expect(waitMs).toBeGreaterThan(app.config.limits.queueLimitMs / 2);
    await app.database.query(`UPDATE provider_health SET paused_until = now()`);
    await eventually(async () => expect((await app.row(job.id)).dispatched_at).not.toBeNull());
  });

  it('a provider that accepts a job again wakes those that back off from it', async () => {
    const refused = await Promise.all(Array.from({ length: 3 }, () => steps.claimed('stableVideo')));
    for (const job of refused) await steps.fail(job, 'retry');
    for (const { id } of refused)
      await app.set(id, `next_attempt_at = now() + interval '1 hour', dispatched_at = NULL`);
    await steps.endOpenTime();
    await app.submit((await app.create({ model: 'stableVideo' })).id);
    // The recorded submission closes the breaker and starts a round.
    await eventually(async () => {
      const rows = await Promise.all(refused.map(({ id }) => app.row(id)));
      for (const row of rows) expect(row.dispatched_at).not.toBeNull();
    });
  });

  it('a job that backs off from a provider whose breaker opens fails over at once', async () => {
    const refused = await steps.claimed();
    await steps.fail(refused, 'retry');
    await app.set(refused.id, `next_attempt_at = now() + interval '1 hour', dispatched_at = NULL`);
    await steps.trip();
    expect(await app.claimSubmission(refused.id)).toMatchObject({ action: 'submit', task: { provider: 'fal' } });
  });

  it.each([
    ['is canceled', (id: string, userId: string) => app.call(generationCalls.cancelRequest, { requestId: id, userId })],
    [
      'is refused by the rate limit',
      async (id: string) => {
        const claim = await app.claimSubmission(id);
        if (claim.action !== 'submit') throw new Error(claim.action);
        await steps.fail({ id, lease: claim.lease }, 'retry', failure('quota'));
        await app.set(id, `next_attempt_at = now() + interval '1 hour'`);
      },
    ],
  ])('if the probe %s, another job probes the provider at once', async (_what, end) => {
    await steps.trip();
    await steps.endOpenTime();
    const probe = await app.create({ model: 'stableVideo' });
    await app.dispatch();
    const next = await app.create({ model: 'stableVideo' });
    await app.dispatch();
    expect(await app.row(next.id)).toMatchObject({ dispatched_at: null });
    await end(probe.id, String((await app.row(probe.id)).user_id));
    expect(await app.claimSubmission(next.id)).toMatchObject({ action: 'submit', task: { provider: 'replicate' } });
  });

  it('submissions and polls keep their rate limits across replicas; a signed callback, which replaces the poll, needs none', async () => {
    const slow = await GenerationTestApp.start({
      replicas: 2,
      providerConcurrency: 1_000,
      providerLimits: { submitsPerMinute: 1, pollsPerMinute: 1 },
    });
    try {
      const created = await Promise.all(Array.from({ length: 10 }, () => slow.create()));
      const claims = await Promise.all(created.map(({ id }) => slow.claimSubmission(id)));
      const started = claims.flatMap((claim, i) =>
        claim.action === 'submit' ? [{ ...claim, id: created[i]!.id }] : [],
      );
      expect(started).toHaveLength(1);
      const { id, lease } = started[0]!;
      await slow.call(generationCalls.recordSubmission, { requestId: id, lease, externalId: id });
      await slow.reportPoll({ requestId: id, lease: await slow.track(id) }, { kind: 'running', progress: null });
      await slow.set(id, 'next_poll_at = now()');
      const next = await slow.call(generationCalls.claimPolls, { workerId: 'worker-1', limit: 50 });
      expect(next).toMatchObject({ polls: [] });
      expect(next.nextPollMs).toBeGreaterThan(1_000);

      const { client_ref: token } = await slow.row(id);
      const rawBody = Buffer.from(JSON.stringify({ id, status: 'succeeded' })).toString('base64');
      const callback = { provider: 'replicate', token: String(token), rawBody };
      await slow.call(generationCalls.receiveProviderEvent, { ...callback, headers: {} });
      expect(await slow.handedPolls()).toBe(0);
      await slow.set(id, 'called_back = false');
      const headers = { 'webhook-signature': 'v1,x' };
      await slow.call(generationCalls.receiveProviderEvent, { ...callback, headers });
      expect(await slow.takeHandedPoll()).toMatchObject({ requestId: id, callback: { headers } });
    } finally {
      await slow.close();
    }
  });
});
