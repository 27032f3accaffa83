import type { ThroughputBy } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';

const IMAGE = { imageKey: 'uploads/a.jpg', imageHash: 'a'.repeat(64) };

describe('throughput by provider, plan and type', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const jobs = await Promise.all(Array.from({ length: 8 }, () => app.create()));
    const others = await Promise.all(Array.from({ length: 3 }, () => app.create({ planId: '10s-480p', duration: 10 })));
    const images = await Promise.all(Array.from({ length: 2 }, () => app.create({ type: 'image_video', ...IMAGE })));
    const photo = await app.create({
      type: 'restore',
      prompt: '',
      duration: undefined,
      ...IMAGE,
      restore: { quality: 'standard', enhancement: 'standard', colorRestoration: false },
    });
    for (const { id } of [...jobs.slice(0, 5), ...others.slice(0, 2), images[0]!, photo]) await app.submit(id);
    for (const { id } of [...jobs.slice(0, 3), ...others.slice(0, 1), photo]) await app.succeed(id);
    const lease = await app.track(jobs[3]!.id);
    const outcome = { kind: 'failed', failure: failure('timeout') } as const;
    await app.call(generationCalls.settleJob, { requestId: jobs[3]!.id, lease, outcome });
    await app.call(generationCalls.cancelRequest, { requestId: jobs[7]!.id, userId: jobs[7]!.userId });
    await aggregated();
  });

  afterAll(() => app.close());

  const aggregated = () =>
    eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query('SELECT FROM job_metric_deltas')).toEqual([]);
    });

  /** The figures computed from the rows of the jobs. */
  const counted = (column: string) =>
    app.database.query<({ name: string; accepted: number } & Record<string, number>)[]>(
      `SELECT ${column} AS name, count(*)::int AS accepted, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
              count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'canceled')::int AS canceled
         FROM requests GROUP BY 1 ORDER BY 1`,
    );

  it.each<[ThroughputBy, string]>([
    ['provider', 'provider'],
    ['plan', 'plan_id'],
    ['type', 'type'],
  ])('the sums by %s are those of the jobs, in every window', async (by, column) => {
    const expected = await counted(column);
    expect(expected.length).toBeGreaterThanOrEqual({ provider: 1, plan: 2, type: 3 }[by]);
    for (const [window, points] of [
      ['hour', 60],
      ['day', 96],
      ['week', 168],
    ] as const) {
      const { groups } = await app.call(operationsCalls.getThroughput, { window, by });
      expect(groups.map(({ points: _, ...sums }) => sums)).toEqual(expected);
      for (const group of groups) {
        expect(group.points).toHaveLength(points);
        expect(group.points.reduce((sum, point) => sum + point.accepted, 0)).toBe(group.accepted);
        expect(group.points.reduce((sum, point) => sum + point.failed, 0)).toBe(group.failed);
      }
    }
  });

  it('a job that moved counts as accepted at its first provider and as failed at its last one', async () => {
    const first = 'replicate';
    const { id } = await app.create();
    expect(await app.row(id)).toMatchObject({ provider: first });
    // A job that is at a provider is not moved by the dispatcher.
    await app.submit(id);
    await app.set(id, `provider = 'fal'`);
    const lease = await app.track(id);
    const outcome = { kind: 'failed', failure: failure('moderation') } as const;
    const before = await counted('provider');
    await app.call(generationCalls.settleJob, { requestId: id, lease, outcome });
    await aggregated();
    const byFirst = await counted(`CASE WHEN id = '${id}' THEN '${first}' ELSE provider END`);
    const byLast = await counted('provider');
    expect(byLast).not.toEqual(before);
    const { groups } = await app.call(operationsCalls.getThroughput, { window: 'hour', by: 'provider' });
    const names = new Set([...byFirst, ...byLast].map(({ name }) => name));
    expect(groups.map(({ name }) => name)).toEqual([...names].sort());
    for (const { name, accepted, failed, succeeded } of groups) {
      expect(accepted).toBe(byFirst.find((row) => row.name === name)?.accepted ?? 0);
      expect([failed, succeeded]).toEqual(
        ['failed', 'succeeded'].map((key) => byLast.find((row) => row.name === name)?.[key] ?? 0),
      );
    }
    expect(groups.find(({ name }) => name === 'fal')).toMatchObject({ accepted: 0, failed: 1 });
  });

  it('jobs that a release counted without their type are shown apart, so that all groupings have the same sums', async () => {
    const before = await app.call(operationsCalls.getThroughput, { window: 'hour', by: 'type' });
    await app.database.query(
      `INSERT INTO job_rollups AS r (seconds, at, plan_id, provider, accepted, failed)
       SELECT seconds, at, plan_id, provider, 2, 1 FROM job_rollups WHERE seconds = 60 ORDER BY at LIMIT 1
       ON CONFLICT (seconds, at, plan_id, provider) DO UPDATE SET accepted = r.accepted + 2, failed = r.failed + 1`,
    );
    const { groups } = await app.call(operationsCalls.getThroughput, { window: 'hour', by: 'type' });
    expect(groups.filter(({ name }) => name !== 'unknown')).toMatchObject(
      before.groups.map(({ points: _, ...sums }) => sums),
    );
    expect(groups.find(({ name }) => name === 'unknown')).toMatchObject({ accepted: 2, succeeded: 0, failed: 1 });
  });
});
