import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { metrics as registry } from '@luit/platform/metrics/metrics';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { JobGaugesReporter } from './job-gauges-reporter';

describe('the headline of the jobs screen', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      limits: { reconcileIntervalMs: 600_000, breakerFailures: 1_000 },
      modelProviders: { seedance: ['fal'] },
    });
  });

  afterEach(() => app.reset());
  afterAll(() => app.close());

  const now = async () => {
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query(`SELECT FROM job_metric_deltas`)).toEqual([]);
    });
    return (await app.call(operationsCalls.getJobMetrics, { window: 'hour' })).now;
  };

  /** The figures computed from the rows, without the aggregated tables. */
  const rows = async () => {
    const [row] = (await app.database.query(
      `SELECT count(*) FILTER (WHERE submitted_at IS NULL)::int AS waiting,
              min(accepted_at) FILTER (WHERE submitted_at IS NULL) AS "oldestSince",
              count(*) FILTER (WHERE state = 'unknown')::int AS unknown,
              count(*) FILTER (WHERE state = 'unknown' AND cancel_requested)::int AS "unknownCanceling",
              min(submit_before) FILTER (WHERE state = 'unknown') AS "unknownSince"
         FROM requests WHERE completed_at IS NULL`,
    )) as [Record<'oldestSince' | 'unknownSince', Date | null> & Record<string, unknown>];
    const { oldestSince, unknownSince, ...counts } = row;
    return {
      ...counts,
      oldestSince: oldestSince?.toISOString() ?? null,
      unknownSince: unknownSince?.toISOString() ?? null,
    };
  };

  const refused = async (result: 'unknown' | 'retry') => {
    const { id, userId } = await app.create();
    const claim = await app.claimSubmission(id);
    if (claim.action !== 'submit') throw new Error(claim.action);
    const report = { requestId: id, lease: claim.lease, result, failure: failure() };
    await app.call(generationCalls.recordSubmissionFailure, report);
    return { id, userId };
  };
  const measureRun = async () => {
    const { id } = await app.create();
    await app.submit(id);
    await app.succeed(id);
  };
  const pause = (isPaused: boolean) =>
    app.call(operationsCalls.setQueuePaused, { adminId: uuidv7(), name: 'submit', isPaused, reason: 'an outage' });
  const end = (id: string) => app.set(id, `state = 'failed', completed_at = now()`);
  const waitFor = (id: string, seconds: number) =>
    app.set(id, `accepted_at = now() - ${seconds} * interval '1 second'`);

  it('counts unconfirmed jobs as waiting, with their age and their requested cancellations', async () => {
    const [first, second] = [await refused('unknown'), await refused('unknown')];
    await waitFor(first.id, 600);
    await app.set(second.id, `submit_before = now() - interval '40 seconds'`);
    await app.call(generationCalls.cancelRequest, { requestId: first.id, userId: first.userId });
    const running = await app.create();
    await waitFor(running.id, 3_600);
    await app.submit(running.id);
    const shown = await now();
    expect(shown).toMatchObject(await rows());
    expect(shown).toMatchObject({ waiting: 2, unknown: 2, unknownCanceling: 1, running: 1, collecting: 0 });
    expect(shown).toMatchObject({ drain: null, drainUnknown: 'unconfirmed' });
    await app.resolve(JobGaugesReporter).measure();
    const text = await registry.metrics();
    expect(text).toContain('luit_jobs{state="waiting"} 0');
    expect(text).toContain('luit_jobs{state="unknown"} 2');
    expect(text).toMatch(/luit_job_oldest_wait_seconds 60\d/);
    expect(text).toMatch(/luit_job_oldest_unknown_seconds 4\d/);
  });

  it('counts a job whose worker died during its submission as unconfirmed', async () => {
    const { id } = await app.create();
    await app.claimSubmission(id);
    expect(await now()).toMatchObject({ waiting: 1, unknown: 0 });
    await app.expireLease(id);
    expect(await now()).toMatchObject({ waiting: 1, unknown: 1, drainUnknown: 'unconfirmed' });
  });

  it('names the job that waits longest, also if it backs off, and does not promise an empty queue', async () => {
    await measureRun();
    const backingOff = await refused('retry');
    await app.set(backingOff.id, `next_attempt_at = now() + interval '1 hour', dispatched_at = NULL`);
    await waitFor(backingOff.id, 120);
    await app.create();
    const shown = await now();
    expect(shown).toMatchObject({ ...(await rows()), waiting: 2, drain: null, drainUnknown: 'backing_off' });
    expect(Date.parse(shown.oldestSince!)).toBeLessThanOrEqual(Date.now() - 120_000);
  });

  it('names the accepted time of a guest order, not the time when it was begun', async () => {
    const [first, second] = [await app.create(), await app.create()];
    await waitFor(first.id, 10);
    await waitFor(second.id, 20);
    expect(await now()).toMatchObject(await rows());
  });

  it('says that the queue is paused instead of when it is empty', async () => {
    await measureRun();
    await pause(true);
    const { id } = await app.create();
    await waitFor(id, 55);
    expect(await now()).toMatchObject({ ...(await rows()), waiting: 1, drain: null, drainUnknown: 'queue_paused' });
  });

  it.each([
    ['cut off', `open_until = now() + interval '1 hour'`],
    ['half open', `open_until = now() - interval '1 second'`],
    ['rate limited', `paused_until = now() + interval '1 minute'`],
  ])('says that a provider is %s instead of when the queue is empty', async (_state, health) => {
    await measureRun();
    await app.database.query(`INSERT INTO provider_health (provider) VALUES ('fal') ON CONFLICT DO NOTHING`);
    await app.database.query(`UPDATE provider_health SET ${health}, probe_until = now() + interval '1 hour'`);
    const { id } = await app.create();
    await waitFor(id, 55);
    expect(await now()).toMatchObject({
      ...(await rows()),
      waiting: 1,
      drain: null,
      drainUnknown: 'provider_unavailable',
    });
  });

  it('names the customer who waits longest for whatever reason, and the reason that all others wait for', async () => {
    const unconfirmed = await refused('unknown');
    const backingOff = await refused('retry');
    await app.set(backingOff.id, `next_attempt_at = now() + interval '1 hour', dispatched_at = NULL`);
    await app.database.query(
      `UPDATE provider_health SET failures = 5, open_until = now() + interval '1 hour' WHERE provider = 'fal'`,
    );
    const cutOff = await app.create();
    await pause(true);
    const paused = await app.create();
    const reasons = [
      [paused.id, 'queue_paused', () => pause(false)],
      [cutOff.id, 'provider_unavailable', () => app.database.query(`DELETE FROM provider_health`)],
      [unconfirmed.id, 'unconfirmed', () => end(unconfirmed.id)],
      [backingOff.id, 'backing_off', () => end(backingOff.id)],
    ] as const;
    let seconds = 100;
    for (const [id, reason, undo] of reasons) {
      seconds += 100;
      await waitFor(id, seconds);
      const shown = await now();
      expect(shown).toMatchObject({ ...(await rows()), drain: null, drainUnknown: reason });
      expect(Date.now() - Date.parse(shown.oldestSince!)).toBeGreaterThanOrEqual(seconds * 1_000);
      await undo();
    }
  });

  it('estimates when the queue is empty if nothing is in the way, and is empty without jobs', async () => {
    expect(await now()).toMatchObject({ waiting: 0, oldestSince: null, drain: 0, drainUnknown: null });
    const { id } = await app.create();
    expect(await now()).toMatchObject({ waiting: 1, drain: null, drainUnknown: 'not_measured' });
    await app.submit(id);
    await app.succeed(id);
    await app.create();
    const { drain, drainUnknown } = await now();
    expect(drain).toBeGreaterThanOrEqual(0);
    expect(drainUnknown).toBeNull();
  });

  it('shows the success of the last five minutes beside the hour, for each provider', async () => {
    const fail = async () => {
      const { id } = await app.create();
      await app.submit(id);
      const lease = await app.track(id);
      const outcome = { kind: 'failed', failure: failure() } as const;
      await app.call(generationCalls.settleJob, { requestId: id, lease, outcome });
    };
    await measureRun();
    await measureRun();
    await now();
    await app.database.query(`UPDATE job_rollups SET at = at - interval '20 minutes' WHERE seconds = 60`);
    for (let i = 0; i < 3; i += 1) await fail();
    expect(await now()).toMatchObject({ successRate: 0.4, recentSuccessRate: 0 });
    const { providers } = await app.call(operationsCalls.getJobMetrics, { window: 'hour' });
    expect(providers.find(({ name }) => name === 'fal')).toMatchObject({
      lastFiveMinutes: { succeeded: 0, finished: 3 },
      lastHour: { succeeded: 2, finished: 5 },
    });
  });
});
