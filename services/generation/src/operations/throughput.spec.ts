import type { MetricsWindow, ThroughputBy } from '@luit/contracts/operations/job-metrics';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { generationCalls } from '@luit/contracts/generation/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { failure, GenerationTestApp } from '../test/generation-test-app';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';

const COLUMN_OF: Record<ThroughputBy, string> = { provider: 'provider', plan: 'plan_id', type: 'type' };
const POINTS_OF: Record<MetricsWindow, number> = { hour: 60, day: 96, week: 168 };
const IMAGE = { imageKey: 'uploads/a.jpg', imageHash: 'a'.repeat(64) };

describe('throughput by provider, plan and type', () => {
  let app: GenerationTestApp;
  /** What was counted and shown before a test changed it. */
  let initial: { by: ThroughputBy; window: MetricsWindow; expected: object[]; groups: Groups }[];

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
    initial = [];
    for (const by of ['provider', 'plan', 'type'] as const) {
      const expected = await counted(COLUMN_OF[by]);
      for (const window of ['hour', 'day', 'week'] as const)
        initial.push({ by, window, expected, groups: await groupsOf(window, by) });
    }
  });

  afterAll(() => app.close());

  const aggregated = () =>
    eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query('SELECT FROM job_metric_deltas')).toEqual([]);
    });

  type Groups = Awaited<ReturnType<typeof groupsOf>>;
  const groupsOf = async (window: MetricsWindow, by: ThroughputBy) =>
    (await app.call(operationsCalls.getThroughput, { window, by })).groups;
  /** The figures computed from the rows of the jobs. */
  const counted = (column: string) =>
    app.database.query<({ name: string; accepted: number } & Record<string, number>)[]>(
      `SELECT ${column} AS name, count(*)::int AS accepted, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
              count(*) FILTER (WHERE state = 'failed')::int AS failed, count(*) FILTER (WHERE state = 'canceled')::int AS canceled
         FROM requests GROUP BY 1 ORDER BY 1`,
    );

  it.each(['provider', 'plan', 'type'] as const)(
    'the sums by %s are those of the jobs, in every window',
    (grouping) => {
      const shown = initial.filter(({ by }) => by === grouping);
      expect(shown).toHaveLength(3);
      for (const { window, expected, groups } of shown) {
        expect(expected.length).toBeGreaterThanOrEqual({ provider: 1, plan: 2, type: 3 }[grouping]);
        expect(groups.map(({ points: _, ...sums }) => sums)).toEqual(expected);
        for (const group of groups) {
          expect(group.points).toHaveLength(POINTS_OF[window]);
          expect(group.points.reduce((sum, point) => sum + point.accepted, 0)).toBe(group.accepted);
          expect(group.points.reduce((sum, point) => sum + point.failed, 0)).toBe(group.failed);
        }
      }
    },
  );

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
    const groups = (await groupsOf('hour', 'provider')).filter(({ name }) => name !== 'ark');
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
    const before = await groupsOf('hour', 'type');
    await app.database.query(
      `INSERT INTO job_rollups (seconds, at, plan_id, provider, accepted, failed)
       SELECT seconds, at, plan_id, 'ark', 2, 1 FROM job_rollups WHERE seconds = 60 ORDER BY at LIMIT 1`,
    );
    const groups = await groupsOf('hour', 'type');
    expect(groups.filter(({ name }) => name !== 'unknown')).toMatchObject(before.map(({ points: _, ...sums }) => sums));
    expect(groups.find(({ name }) => name === 'unknown')).toMatchObject({ accepted: 2, succeeded: 0, failed: 1 });
  });
});
