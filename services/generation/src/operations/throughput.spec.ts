import type { ThroughputBy } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';

describe('throughput by provider and plan', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({ limits: { reconcileIntervalMs: 600_000 } });
    const jobs = await Promise.all(Array.from({ length: 8 }, () => app.create()));
    const others = await Promise.all(Array.from({ length: 3 }, () => app.create({ planId: '10s-480p', duration: 10 })));
    for (const { id } of [...jobs.slice(0, 5), ...others.slice(0, 2)]) await app.submit(id);
    for (const { id } of [...jobs.slice(0, 3), ...others.slice(0, 1)]) await app.succeed(id);
    const lease = await app.track(jobs[3]!.id);
    const outcome = { kind: 'failed', failure: failure('timeout') } as const;
    await app.call(generationCalls.settleJob, { requestId: jobs[3]!.id, lease, outcome });
    await app.call(generationCalls.cancelRequest, { requestId: jobs[7]!.id, userId: jobs[7]!.userId });
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query('SELECT FROM job_metric_deltas')).toEqual([]);
    });
  });

  afterAll(() => app.close());

  /** What the rows of the jobs say. */
  const counted = (column: string) =>
    app.database.query<object[]>(
      `SELECT ${column} AS name, count(*)::int AS accepted, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
              count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'canceled')::int AS canceled
         FROM requests GROUP BY 1 ORDER BY 1`,
    );

  it.each<[ThroughputBy, string]>([
    ['provider', 'provider'],
    ['plan', 'plan_id'],
  ])('the sums by %s are those of the jobs, in every window', async (by, column) => {
    const expected = await counted(column);
    expect(expected.length).toBeGreaterThan(by === 'plan' ? 1 : 0);
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
});
