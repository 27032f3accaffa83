import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { testAccountOf } from '@luit/contracts/auth/test-accounts';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { MarginAggregator } from '../provider-costs/margin-aggregator';
import { GenerationTestApp } from '../test/generation-test-app';

/** Of the year 2024. */
const OLD_ID = '01900000-0000-7000-8000-000000000000';

describe('the list of models', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start({
      providerConcurrency: 1_000,
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: { seedance: ['fal'] },
    });
  });
  afterEach(() => app.reset());
  afterAll(() => app.close());

  const list = async () => (await app.call(operationsCalls.listAllModels, {})).models;
  const model = async (id: string) => (await list()).find((each) => each.id === id)!;
  /** A job that succeeded, whose credits were bought for 17.82 rupees. */
  const succeeded = async (id = 'seedance') => {
    const request = await app.create({ model: id });
    await app.submit(request.id);
    app.billing.revenues[request.id] = { credits: 18, micros: 17_820_000 };
    await app.succeed(request.id);
    return request.id;
  };
  const failed = async (kind: string, code: string) => {
    const { id } = await app.create();
    await app.set(id, `state = 'failed', completed_at = now(), error_kind = '${kind}', error_code = '${code}'`);
    return id;
  };
  const countMargin = () =>
    eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      await app.resolve(MarginAggregator).aggregate();
      const uncounted = `SELECT FROM requests WHERE state = 'succeeded' AND revenue_micros IS NULL`;
      expect(await app.database.query(uncounted)).toEqual([]);
    });

  it('has the jobs, successes and margin of the last day, as the rows of the jobs say', async () => {
    await app.call(generationCalls.addProviderPrice, {
      ...{ provider: 'fal', model: 'seedance', unit: 'second', currency: 'INR', priceMicros: 2_000_000 },
      ...{ validFrom: '2026-01-01', reason: 'Their price list', adminId: uuidv7() },
    });
    for (const id of ['seedance', 'seedance', 'zeroscope']) await succeeded(id);
    await failed('provider', 'http_500');
    await app.create();
    await app.create({ userId: testAccountOf(uuidv7()) });
    const old = await succeeded();
    await countMargin();
    // A job that is older than a day has an older id.
    await app.database.query(`DELETE FROM provider_tasks WHERE request_id = $1`, [old]);
    await app.set(old, `id = '${OLD_ID}'`);
    const rows = await app.database.query<Record<string, unknown>[]>(
      `SELECT model AS id, count(*)::int AS jobs, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
              count(*) FILTER (WHERE state = 'failed')::int AS failed, coalesce(sum(revenue_micros), 0)::int AS "revenueMicros",
              (count(*) FILTER (WHERE state = 'succeeded' AND model = 'seedance') * 5 * 2000000)::int AS "costMicros",
              (count(*) FILTER (WHERE state = 'succeeded' AND model = 'zeroscope'))::int AS "unknownCostJobs"
         FROM requests WHERE provider <> 'test' AND id <> '${OLD_ID}' GROUP BY model ORDER BY model`,
    );
    expect(rows.map(({ id, jobs, failed: failures }) => [id, jobs, failures])).toEqual([
      ['seedance', 4, 1],
      ['zeroscope', 1, 0],
    ]);
    for (const { id, ...lastDay } of rows) expect((await model(String(id))).lastDay).toEqual(lastDay);
    const none = { jobs: 0, succeeded: 0, failed: 0, revenueMicros: 0, costMicros: 0, unknownCostJobs: 0 };
    expect((await model('gfpgan')).lastDay).toEqual(none);
  });

  it('has the cheapest price of each model', async () => {
    const live = (await list()).filter(({ state }) => state === 'live');
    expect(live.map(({ id, from }) => [id, from])).toEqual([
      ['seedance', 18],
      ['stableVideo', 22],
      ['zeroscope', 27],
      ['gfpgan', 4],
      ['ddcolor', null],
      ['nano-banana-2.1', 8],
      ['flux-dev', 5],
    ]);
  });

  it('warns of a route whose latest answer is a failure of its own, and of one that takes no jobs', async () => {
    const route = async () => (await model('seedance')).routes.find(({ provider }) => provider === 'fal');
    expect(await route()).toMatchObject({ health: 'closed', lastAnswer: null, isFailing: false });
    await failed('provider', 'http_404');
    const answer = { succeeded: false, kind: 'provider', code: 'http_404' };
    expect(await route()).toMatchObject({ lastAnswer: answer, isFailing: true });
    await failed('moderation', 'flagged');
    expect(await route()).toMatchObject({ lastAnswer: { succeeded: false, kind: 'moderation' }, isFailing: false });
    await succeeded();
    expect(await route()).toMatchObject({ lastAnswer: { succeeded: true, kind: null }, isFailing: false });
    const adminId = uuidv7();
    await app.call(generationCalls.setProviderState, {
      adminId,
      provider: 'fal',
      state: 'draining',
      reason: 'They are down',
    });
    expect(await route()).toMatchObject({ isStopped: true, isFailing: true });
  });
});
