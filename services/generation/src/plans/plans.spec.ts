import { generationCalls } from '@luit/contracts/generation/messages';
import { operationsCalls, operationsEvents } from '@luit/contracts/operations/messages';
import { eventually } from '@luit/platform/testing/eventually';
import { uuidv7 } from 'uuidv7';
import { GenerationTestApp } from '../test/generation-test-app';

describe('prices', () => {
  let app: GenerationTestApp;

  beforeAll(async () => {
    app = await GenerationTestApp.start();
  });

  afterAll(() => app.close());

  it('CR-04, CR-05, CR-06, CR-07, G-27: lists the plans and models as they are seeded', async () => {
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
    'CR-08, SRV-04, G-10: %s costs with each model what the formula says',
    async (planId, duration, prices) => {
      for (const [model, credits] of Object.entries(prices)) {
        const made = await app.create({ planId, duration, model });
        expect(made).toMatchObject({ credits, planId, model, duration });
        expect(app.billing.holds.get(made.id)?.credits).toBe(credits);
      }
    },
  );

  it('G-27: an operator’s price goes to the price list and to the next request, is written down once, and is kept by the last', async () => {
    const adminId = uuidv7();
    const wish = { planId: '5s-480p', duration: 5, model: 'stableVideo' };
    const before = await app.create(wish);
    const change = (credits: number, id = '5s-480p') => app.call(operationsCalls.changePlan, { adminId, id, credits });
    expect(await change(20)).toMatchObject({ id: '5s-480p', credits: 20 });
    await change(20);
    await eventually(async () => {
      const { plans } = await app.call(generationCalls.listPlans, {});
      expect(plans[0]).toMatchObject({ id: '5s-480p', credits: 20 });
    });
    expect((await app.create(wish)).credits).toBe(24);
    expect((await app.row(before.id)).credits).toBe(22);
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
    const told = await app.database.query<{ payload: object }[]>(
      `SELECT payload FROM outbox WHERE name = $1 AND payload ->> 'adminId' = $2`,
      [operationsEvents.operatorActed.name, adminId],
    );
    expect(told).toMatchObject([
      { payload: { action: 'plan_changed', subject: '5s-480p', details: { credits: '18 → 20' } } },
    ]);
    for (const credits of [0, -1, 1.5, 100_001]) {
      await expect(change(credits)).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(change(5, 'none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('G-27: of two operators who price a plan by what it costs now, the second is told what it costs instead', async () => {
    const change = (credits: number, expectedCredits: number) =>
      app.call(operationsCalls.changePlan, { adminId: uuidv7(), id: '10s-480p', credits, expectedCredits });
    const ends = await Promise.allSettled([change(40, 36), change(41, 36)]);
    const taken = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.credits] : []));
    expect(taken).toHaveLength(1);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', details: { credits: taken[0] } },
    });
    expect(await change(50, taken[0] ?? 0)).toMatchObject({ credits: 50 });
    // What it shall cost it costs already: there is nothing to argue about.
    expect(await change(50, 36)).toMatchObject({ credits: 50 });
  });
});
