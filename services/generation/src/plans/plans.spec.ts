import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('plans and prices', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());
  afterEach(async () => {
    await app.call(operationsCalls.changePlan, { adminId: uuidv7(), id: '5s-480p', credits: 18 });
    await eventually(async () => {
      const { plans } = await app.call(generationCalls.listPlans, {});
      expect(plans.map(({ credits }) => credits)).toEqual([18, 36, 36, 72]);
    });
  });

  it('listPlans returns the seeded plans and models [CR-04, CR-05, CR-06, CR-07, G-27]', async () => {
    const { plans, models } = await app.call(generationCalls.listPlans, {});
    expect(
      plans.map(({ id, name, duration, credits, quality, popular }) => [id, name, duration, credits, quality, popular]),
    ).toEqual([
      ['5s-480p', 'Standard Video', 5, 18, '480p', true],
      ['5s-720p', 'HD Video', 5, 36, '720p', false],
      ['10s-480p', 'Extended Video', 10, 36, '480p', false],
      ['10s-720p', 'Extended HD Video', 10, 72, '720p', false],
    ]);
    expect(models.map(({ id, factor, isDefault }) => [id, factor, isDefault])).toEqual([
      ['seedance', 1, true],
      ['stableVideo', 1.2, false],
      ['zeroscope', 1.5, false],
    ]);
  });

  const table: [string, number, Record<string, number>][] = [
    ['5s-480p', 5, { seedance: 18, stableVideo: 22, zeroscope: 27 }],
    ['5s-720p', 5, { seedance: 36, stableVideo: 44, zeroscope: 54 }],
    ['10s-480p', 10, { seedance: 36, stableVideo: 44, zeroscope: 54 }],
    ['10s-720p', 10, { seedance: 72, stableVideo: 87, zeroscope: 108 }],
  ];
  it.each(table)(
    'the price of %s follows the formula for each model [CR-08, SRV-04, G-10]',
    async (planId, duration, prices) => {
      for (const [model, credits] of Object.entries(prices)) {
        const created = await app.create({ planId, duration, model });
        expect(created).toMatchObject({ credits, planId, model, duration });
        expect(app.billing.holds.get(created.id)?.credits).toBe(credits);
      }
    },
  );

  it('a price change applies to the price list and to new requests, is audited once, and leaves earlier requests unchanged [G-27]', async () => {
    const adminId = uuidv7();
    const options = { planId: '5s-480p', duration: 5, model: 'stableVideo' };
    const before = await app.create(options);
    const change = (credits: number, id = '5s-480p') => app.call(operationsCalls.changePlan, { adminId, id, credits });
    expect(await change(20)).toMatchObject({ id: '5s-480p', credits: 20 });
    await change(20);
    await eventually(async () => {
      const { plans } = await app.call(generationCalls.listPlans, {});
      expect(plans[0]).toMatchObject({ id: '5s-480p', credits: 20 });
    });
    expect((await app.create(options)).credits).toBe(24);
    const [first, second] = [await app.row(before.id), await app.row((await app.create(options)).id)];
    expect([first.credits, second.credits]).toEqual([22, 24]);
    expect(Number(second.model_revision)).toBeGreaterThan(Number(first.model_revision));
    const { plans: priced } = await app.call(generationCalls.listPlans, {});
    expect(priced.map(({ credits }) => credits)).toEqual([20, 36, 40, 72]);
    const { plans } = await app.call(operationsCalls.listAllPlans, {});
    expect(plans.map(({ type }) => type)).toEqual([
      'video',
      'video',
      'video',
      'video',
      'restore',
      'restore',
      'restore',
    ]);
    const events = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'adminId' = $2`,
      [operationsEvents.operatorActed.name, adminId],
    );
    expect(events).toMatchObject([
      { payload: { action: 'plan_changed', subject: '5s-480p', details: { credits: '18 → 20' } } },
    ]);
    for (const credits of [0, -1, 1.5, 100_001]) {
      await expect(change(credits)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(change(5, 'none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of two concurrent price changes, the second is refused with the current price [G-27]', async () => {
    const change = (credits: number, expectedCredits: number) =>
      app.call(operationsCalls.changePlan, { adminId: uuidv7(), id: '10s-480p', credits, expectedCredits });
    const results = await Promise.allSettled([change(40, 36), change(41, 36)]);
    const applied = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.credits] : []));
    expect(applied).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: { credits: applied[0] } },
    });
    expect(await change(50, applied[0] ?? 0)).toMatchObject({ credits: 50 });
    // The plan already has the requested price, so the outdated expectation does not matter.
    expect(await change(50, 36)).toMatchObject({ credits: 50 });
  });
});
