import type { RouteCost } from '@luit/contracts/generation/catalog/model-routes';
import { SHIPPED_MODELS } from '@luit/contracts/generation/catalog/shipped-models';
import { generationCalls } from '@luit/contracts/generation/messages';
import type { MarginGrouping } from '@luit/contracts/generation/provider-costs';
import type { RequestOf } from '@luit/contracts/messages/message';
import { operationsCalls } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { JobMetricsAggregator } from '../job-metrics/job-metrics-aggregator';
import { ModelRevisions } from '../model-revisions/model-revisions';
import { GenerationTestApp } from '../test/generation-test-app';
import { MarginAggregator } from './margin-aggregator';

describe('the margin', () => {
  let app: GenerationTestApp;

  const start = () =>
    GenerationTestApp.start({
      providerConcurrency: 1_000,
      limits: { reconcileIntervalMs: 600_000 },
      modelProviders: { seedance: ['fal'], zeroscope: ['replicate'] },
    });

  beforeAll(async () => {
    app = await start();
  });
  afterEach(async () => {
    await app.reset();
    await app.database.query('DELETE FROM provider_prices');
    await app.database.query('DELETE FROM exchange_rates');
  });
  afterAll(() => app.close());

  const adminId = uuidv7();
  const day = (offset = 0) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + offset * 86_400_000);
  const addPrice = (price: Partial<RequestOf<typeof generationCalls.addProviderPrice>>) =>
    app.call(generationCalls.addProviderPrice, {
      provider: 'fal',
      model: 'seedance',
      unit: 'second',
      currency: 'USD',
      priceMicros: 30_000,
      validFrom: day(-30),
      reason: 'Their price list',
      adminId,
      ...price,
    });
  const addRate = (rateMicros: number, validFrom = day(-30)) =>
    app.call(generationCalls.addExchangeRate, {
      currency: 'USD',
      rateMicros,
      validFrom,
      reason: 'RBI reference rate',
      adminId,
    });

  /** A job that succeeded, whose credits were bought for 17.82 rupees. */
  const succeeded = async (model = 'seedance', daysAgo = 0) => {
    const { id } = await app.create({ model });
    await app.submit(id);
    if (daysAgo > 0) await app.set(id, `submitted_at = submitted_at - ${daysAgo} * interval '1 day'`);
    app.billing.revenues[id] = { credits: 18, micros: 17_820_000 };
    await app.succeed(id);
    return id;
  };
  const count = async () => {
    await eventually(async () => {
      await app.resolve(JobMetricsAggregator).aggregate();
      expect(await app.database.query(`SELECT FROM job_metric_deltas`)).toEqual([]);
    });
    await eventually(async () => {
      await app.resolve(MarginAggregator).aggregate();
      expect(await app.database.query(`SELECT FROM margin_dues WHERE due_at <= now()`)).toEqual([]);
    });
  };
  const report = (by: MarginGrouping = 'day') => app.call(generationCalls.getMargin, { from: day(-10), to: day(), by });

  it('is what was paid for captured credits against provider costs, and its sums equal the rows of the jobs', async () => {
    await addPrice({});
    await addPrice({
      provider: 'replicate',
      model: 'zeroscope',
      unit: 'video',
      currency: 'INR',
      priceMicros: 4_500_000,
    });
    await addRate(84_123_457);
    for (const [model, daysAgo] of [['seedance'], ['seedance'], ['seedance', 2], ['zeroscope']] as const) {
      await succeeded(model, daysAgo);
    }
    const refunded = await succeeded();
    app.billing.revenues[refunded] = { credits: 0, micros: 0 };
    await count();
    const { rows, totals, missing, uncounted } = await report('model');
    const expected = await app.database.query<Record<string, unknown>[]>(
      `SELECT model AS key, count(*)::int AS jobs, sum(revenue_credits)::int AS credits, sum(revenue_micros)::int AS "revenueMicros",
              sum(CASE model WHEN 'zeroscope' THEN 4500000
                ELSE round(duration * 30000::numeric * 84123457 / 1000000) END)::int AS "costMicros", 0 AS "unknownCostJobs"
         FROM requests WHERE state = 'succeeded' GROUP BY model ORDER BY sum(revenue_micros) DESC`,
    );
    expect(rows).toEqual(expected);
    expect(rows[0]).toMatchObject({ key: 'seedance', jobs: 4, credits: 54, revenueMicros: 3 * 17_820_000 });
    expect({ missing, uncounted }).toEqual({ missing: [], uncounted: 0 });
    for (const by of ['day', 'plan', 'provider', 'model'] as const) {
      const grouped = await report(by);
      const sum = (field: 'jobs' | 'revenueMicros' | 'costMicros') =>
        grouped.rows.reduce((total, row) => total + row[field], 0);
      expect([sum('jobs'), sum('revenueMicros'), sum('costMicros')]).toEqual([
        totals.jobs,
        totals.revenueMicros,
        totals.costMicros,
      ]);
    }
    expect((await report('day')).rows.map(({ key, jobs }) => [key, jobs])).toEqual([
      [day(), 4],
      [day(-2), 1],
    ]);
  });

  it('an unknown cost is reported as unknown with what is missing, until an operator enters it', async () => {
    await succeeded();
    await succeeded('zeroscope');
    await count();
    expect((await report()).totals).toMatchObject({ jobs: 2, costMicros: 0, unknownCostJobs: 2 });
    await addPrice({ priceMicros: 1_000_000 });
    expect((await report()).missing).toEqual(
      expect.arrayContaining([
        { what: 'rate', provider: 'fal', model: 'seedance', resolution: '480p', currency: 'USD', from: day(), jobs: 1 },
        expect.objectContaining({ what: 'price', provider: 'replicate', model: 'zeroscope' }),
      ]),
    );
    await addRate(80_000_000, day(-5));
    await addRate(90_000_000, day(1));
    expect((await report()).totals).toMatchObject({ costMicros: 400_000_000, unknownCostJobs: 1 });
  });

  it('a job costs what was valid on the day of its submission, and a correction replaces an entry of the same day', async () => {
    await addPrice({ currency: 'INR', priceMicros: 1_000_000 });
    await addPrice({ currency: 'INR', priceMicros: 9_000_000, validFrom: day(-1) });
    await addPrice({ currency: 'INR', priceMicros: 2_000_000, validFrom: day(-1) });
    await succeeded('seedance', 3);
    await succeeded();
    await count();
    expect((await report()).rows.map(({ key, costMicros }) => [key, costMicros])).toEqual([
      [day(), 10_000_000],
      [day(-3), 5_000_000],
    ]);
  });

  it('credits that are returned later leave the margin, and counting again changes nothing', async () => {
    const id = await succeeded();
    await count();
    expect((await report()).totals).toMatchObject({ jobs: 1, credits: 18, revenueMicros: 17_820_000 });
    app.billing.revenues[id] = { credits: 0, micros: 0 };
    await app.publishHoldSettled(id, String((await app.row(id)).user_id), 'refunded');
    await eventually(async () => expect(await app.row(id)).toMatchObject({ money_state: 'refunded' }));
    await count();
    await app.database.query(`INSERT INTO margin_dues (request_id) VALUES ($1)`, [id]);
    await count();
    expect((await report()).totals).toMatchObject({ jobs: 1, credits: 0, revenueMicros: 0 });
  });

  describe('after models were published with other costs', () => {
    let shared: GenerationTestApp;

    beforeAll(async () => {
      shared = app;
      app = await start();
    });
    afterAll(async () => {
      await app.close();
      app = shared;
    });

    it('a job costs what the route of its own revision says, and a colorized photo both of its steps', async () => {
      const routed = (id: string, cost: RouteCost) => {
        const entry = SHIPPED_MODELS.find((each) => each.id === id)!;
        const routes = entry.routes.map((route) => ({ ...route, cost }));
        const publication = { publishedBy: adminId, reason: 'The bill says so' };
        return app.resolve(ModelRevisions).publish(app.database.manager, { ...entry, routes }, publication);
      };
      const made = (input: Parameters<typeof succeeded>[0]) =>
        eventually(async () => {
          const id = await succeeded(input);
          expect((await app.row(id)).model_revision).toBe(2);
        });
      await succeeded('zeroscope');
      await routed('zeroscope', { currency: 'INR', perSecond: { '480p': 0.25, '720p': 9 } });
      await made('zeroscope');
      await count();
      const { rows } = await report('model');
      expect(rows).toEqual([
        expect.objectContaining({ key: 'zeroscope', costMicros: 1_250_000, unknownCostJobs: rows[0]!.jobs - 1 }),
      ]);
      await routed('zeroscope', { currency: 'INR', perSecond: { all: 1_000 } });
      expect((await report('model')).rows).toEqual(rows);

      await routed('gfpgan', { currency: 'INR', perRun: { standard: 2, high: 3, ultra: 4 } });
      await routed('ddcolor', { currency: 'INR', perRun: { all: 0.5 } });
      await app.database.query(
        `INSERT INTO margin_totals (day, provider, model, revision, color_model, color_provider, plan_id, resolution, duration, jobs, credits, revenue_micros)
       VALUES ($1, 'replicate', 'gfpgan', 2, 'ddcolor', 'replicate', '', 'high', 0, 2, 16, 16000000)`,
        [day()],
      );
      const photos = (await report('model')).rows.find(({ key }) => key === 'gfpgan');
      expect(photos).toMatchObject({ jobs: 2, costMicros: 7_000_000, unknownCostJobs: 0 });
      // A price that an operator entered from a bill replaces that of the route.
      await addPrice({
        provider: 'replicate',
        model: 'gfpgan',
        unit: 'image',
        currency: 'INR',
        priceMicros: 1_000_000,
      });
      expect((await report('model')).rows.find(({ key }) => key === 'gfpgan')).toMatchObject({ costMicros: 3_000_000 });
    });
  });

  it('jobs whose credits billing has not captured yet are reported as not counted', async () => {
    const id = await succeeded();
    const revenue = app.billing.revenues[id]!;
    delete app.billing.revenues[id];
    await count();
    expect(await report()).toMatchObject({ uncounted: 1, totals: { jobs: 0 } });
    app.billing.revenues[id] = revenue;
    await app.database.query(`UPDATE margin_dues SET due_at = now()`);
    await count();
    expect(await report()).toMatchObject({ uncounted: 0, totals: { jobs: 1 } });
  });

  it('a job on an own server costs its measured seconds at the rate of that time, unless a price was entered', async () => {
    const setGpuCost = (microsPerSecond: number | null) =>
      app.database.query(
        `UPDATE provider_instances SET gpu_currency = CASE WHEN $1::bigint IS NOT NULL THEN 'USD' END, gpu_micros_per_second = $1 WHERE id = 'fal'`,
        [microsPerSecond],
      );
    const ran = async (seconds: number) => {
      const id = await succeeded();
      await app.set(id, `submitted_at = collecting_at - ${seconds} * interval '1 second'`);
    };
    try {
      await setGpuCost(417);
      await addRate(84_123_457);
      await ran(61.5);
      await ran(8.25);
      await count();
      await setGpuCost(999_999);
      const [expected] = await app.database.query<{ micros: number; seconds: number }[]>(
        `SELECT round(sum(round(extract(epoch FROM collecting_at - submitted_at) * 417)) * 84123457 / 1000000)::int AS micros,
                sum(extract(epoch FROM collecting_at - submitted_at))::float8 AS seconds
           FROM requests WHERE state = 'succeeded'`,
      );
      expect(expected!.seconds).toBe(69.75);
      const totals = { jobs: 2, costMicros: expected!.micros, unknownCostJobs: 0 };
      expect(await report()).toMatchObject({ totals, missing: [] });
      const { models } = await app.call(operationsCalls.listAllModels, {});
      expect(models.find(({ id }) => id === 'seedance')!.lastDay).toMatchObject({ costMicros: expected!.micros });
      // Counting again, for example after a refund, keeps the cost.
      await app.database.query(`INSERT INTO margin_dues (request_id) SELECT id FROM requests`);
      await count();
      expect((await report()).totals).toMatchObject(totals);
      await addPrice({ currency: 'INR', priceMicros: 1_000_000 });
      expect((await report()).totals).toMatchObject({ costMicros: 10_000_000 });
    } finally {
      await setGpuCost(null);
    }
  });

  it('entries are audited with their reason, and an unknown model is refused', async () => {
    await addPrice({ resolution: '720p' });
    await addRate(84_500_000);
    const events = await app.database.query<Record<string, unknown>[]>(
      `SELECT payload ->> 'action' AS action, payload ->> 'subject' AS subject, payload -> 'details' AS details
         FROM outbox WHERE payload ->> 'adminId' = $1 ORDER BY seq`,
      [adminId],
    );
    expect(events).toEqual([
      {
        action: 'provider_price_added',
        subject: 'fal seedance',
        details: { price: '0.03 USD per second', resolution: '720p', validFrom: day(-30), reason: 'Their price list' },
      },
      {
        action: 'exchange_rate_added',
        subject: 'USD',
        details: { rate: '84.5 INR', validFrom: day(-30), reason: 'RBI reference rate' },
      },
    ]);
    await expect(addPrice({ model: 'nothing' })).rejects.toMatchObject({ code: 'not_found' });
    const { prices, rates } = await app.call(generationCalls.listProviderCosts, {});
    expect([prices.length, rates.length]).toEqual([1, 1]);
  });
});
