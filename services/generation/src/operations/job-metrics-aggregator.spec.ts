import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { metrics as registry } from '@luit/platform/metrics/metrics';
import { Queues } from '@luit/platform/queues/queues';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp, failure } from '../test/generation-test-app';
import { AlertCauses } from '../alerts/alert-causes';
import { Histogram } from '../job-metrics/histogram';
import { JobGaugesReporter } from './job-gauges-reporter';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';

describe('metrics of the jobs screen', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { reconcileIntervalMs: 600_000, queueAlertMs: 60_000, breakerFailures: 2 },
      replicas: 2,
      modelProviders: { seedance: ['replicate'] },
    });
  });

  afterEach(() => app.reset());
  afterAll(() => app.close());

  const allAggregated = async () => {
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      const [{ left }] = (await app.database.query(`SELECT count(*)::int AS left FROM job_metric_deltas`)) as [
        { left: number },
      ];
      expect(left).toBe(0);
    });
  };
  const metrics = async () => {
    await allAggregated();
    return app.call(operationsCalls.getJobMetrics, { window: 'hour' });
  };

  it('the gauges export them to Prometheus [G-03]', async () => {
    const created = await Promise.all(Array.from({ length: 3 }, () => app.create()));
    await Promise.all(created.map(({ id }) => app.waitForEntry('submit', id)));
    await allAggregated();
    await app.resolve(JobGaugesReporter).measure();
    const text = await registry.metrics();
    expect(text).toContain('luit_jobs{state="waiting"} 3');
    expect(text).toMatch(/luit_job_oldest_wait_seconds \d/);
    expect(text).toContain('luit_provider_jobs{provider="replicate",state="busy"} 0');
    expect(text).toMatch(/luit_queue_entries\{queue="submit",state="waiting"\} [1-3]/);
  });

  it('run times are those of jobs that succeeded, so a provider whose jobs failed before they were submitted has none', async () => {
    const [failed, succeeded] = [await app.create(), await app.create()];
    await app.database.query(`UPDATE requests SET state = 'failed', completed_at = now() WHERE id = $1`, [failed.id]);
    await allAggregated();
    const runs = () => app.database.query(`SELECT runs FROM job_rollups WHERE seconds = 3600 AND runs <> '{}'`);
    expect(await runs()).toEqual([]);
    await app.submit(succeeded.id);
    await app.succeed(succeeded.id);
    await allAggregated();
    expect(await runs()).toHaveLength(1);
  });

  it('two aggregating replicas count each change once [G-03]', async () => {
    const jobs = await Promise.all(Array.from({ length: 12 }, () => app.create()));
    for (const { id } of jobs.slice(0, 6)) await app.submit(id);
    for (const { id } of jobs.slice(0, 4)) await app.succeed(id);
    await app.call(generationCalls.cancelRequest, { requestId: jobs[11]!.id, userId: jobs[11]!.userId });
    const { now, series, times, queues } = await metrics();
    expect(now).toMatchObject({ waiting: 5, running: 2, unknown: 0, perMinute: 1, successRate: 1 });
    const sum = (key: 'accepted' | 'succeeded' | 'canceled') => series.reduce((total, point) => total + point[key], 0);
    expect([sum('accepted'), sum('succeeded'), sum('canceled')]).toEqual([12, 4, 1]);
    expect(series).toHaveLength(60);
    expect(times).toEqual([
      expect.objectContaining({
        planId: '5s-480p',
        provider: 'replicate',
        jobs: 6,
        runP50: expect.any(Number) as number,
      }),
    ]);
    expect(now.drain).not.toBeNull();
    expect(queues.map(({ name }) => name)).toContain('submit');
    const { total } = await app.call(operationsCalls.listJobs, { limit: 1 });
    expect(total).toBe(12);
    expect((await app.call(operationsCalls.listJobs, { limit: 1, status: 'succeeded' })).total).toBe(4);
    for (const window of ['day', 'week'] as const) {
      const other = await app.call(operationsCalls.getJobMetrics, { window });
      expect(other.series.at(-1)!.accepted + other.series.at(-2)!.accepted).toBe(12);
    }
  });

  it('quantiles are accurate to a tenth', () => {
    const times = new Histogram();
    times.add({ 73: 90, 97: 1 });
    const others = new Histogram();
    others.add({ 97: 1, 73: 8 });
    times.merge(others);
    expect(times.jobs).toBe(100);
    expect(times.quantile(0.5)).toBeCloseTo(1.05, 1);
    expect(times.quantile(0.99)).toBeCloseTo(10.3, 0);
    expect(new Histogram().quantile(0.5)).toBeNull();
  });

  it('pausing and resuming a queue is audited, and a pause survives a Redis flush [G-03]', async () => {
    const adminId = uuidv7();
    const set = (isPaused: boolean, reason?: string) =>
      app.call(operationsCalls.setQueuePaused, { adminId, name: 'submit', isPaused, reason });
    await expect(set(true)).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await set(true, 'an outage')).queue).toMatchObject({ name: 'submit', isPaused: true });
    await set(true, 'an outage');
    expect(await app.resolve(Queues).named('submit').isPaused()).toBe(true);
    await app.resolve(Queues).named('submit').resume();
    await app.redis.flush();
    await eventually(async () => expect(await app.resolve(Queues).named('submit').isPaused()).toBe(true));
    expect((await set(false)).queue.isPaused).toBe(false);
    const events = await app.database.query<{ action: string }[]>(
      `SELECT payload ->> 'action' AS action FROM outbox WHERE payload ->> 'adminId' = $1 ORDER BY seq`,
      [adminId],
    );
    expect(events.map(({ action }) => action)).toEqual(['queue_paused', 'queue_resumed']);
    await expect(
      app.call(operationsCalls.setQueuePaused, { adminId, name: 'nothing', isPaused: true, reason: 'an outage' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  /** Without the note that another test has emptied Redis. */
  const kinds = async () =>
    (await app.resolve(AlertCauses).list())
      .filter(({ kind }) => kind !== 'redis_emptied')
      .map(({ kind, subject }) => `${kind} ${subject}`);

  it('a provider with an open circuit breaker raises an alert until it accepts a job', async () => {
    const jobs = [await app.create(), await app.create(), await app.create()];
    for (const { id } of jobs.slice(0, 2)) {
      const claim = await app.claimSubmission(id);
      if (claim.action !== 'submit') throw new Error('expected to submit');
      const refused = { requestId: id, lease: claim.lease, result: 'retry', failure: failure() } as const;
      await app.call(generationCalls.recordSubmissionFailure, refused);
    }
    expect(await kinds()).toEqual(['provider_down replicate']);
    await app.database.query(`UPDATE provider_health SET open_until = now() - interval '1 second'`);
    expect(await kinds()).toEqual(['provider_down replicate']);
    await app.submit(jobs[2]!.id);
    expect(await kinds()).toEqual([]);
  });

  it('a customer who waits for a long time raises an alert although others are served', async () => {
    const [job, other] = [await app.create(), await app.create()];
    await app.set(job.id, `accepted_at = now() - interval '16 minutes'`);
    await app.submit(other.id);
    await allAggregated();
    expect(await kinds()).toEqual(['customers_waiting requests']);
    await app.submit(job.id);
    await allAggregated();
    expect(await kinds()).toEqual([]);
  });

  it('an unconfirmed submission raises an alert after half a minute, and counts as a waiting customer', async () => {
    const { id } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error('expected to submit');
    const unknown = { requestId: id, lease: claim.lease, result: 'unknown', failure: failure('timeout') } as const;
    await app.call(generationCalls.recordSubmissionFailure, unknown);
    expect(await kinds()).toEqual([]);
    await app.set(id, `submit_before = now() - interval '31 seconds'`);
    expect(await kinds()).toEqual(['submissions_unconfirmed replicate']);
    await app.set(id, `accepted_at = now() - interval '16 minutes'`);
    expect(await kinds()).toContain('customers_waiting requests');
    await app.call(operationsCalls.declareJobLost, { adminId: uuidv7(), id, reason: 'test' });
    expect(await kinds()).toEqual([]);
  });

  it('a queue from which no job is submitted raises an alert until one is', async () => {
    const [job, other] = [await app.create(), await app.create()];
    await allAggregated();
    expect(await kinds()).toEqual([]);
    await app.set(job.id, `accepted_at = now() - interval '10 minutes'`);
    expect(await kinds()).toEqual(['queue_not_draining submit']);
    await app.submit(other.id);
    await allAggregated();
    expect(await kinds()).toEqual([]);
  });

  it('a violated invariant raises an alert until it holds again', async () => {
    await app.database.query(
      `INSERT INTO invariants VALUES ('a dispatched job has a queue entry', 'I6', 3, 0, '{x}', now(), now())`,
    );
    expect(await kinds()).toEqual(['invariant_violated I6']);
    await app.database.query(`UPDATE invariants SET violations = 0`);
    expect(await kinds()).toEqual([]);
  });
});
