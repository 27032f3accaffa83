import { generationCalls } from '@luit/contracts/generation';
import { Bench } from '../test/bench';

describe('prices', () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await Bench.start();
  });

  afterAll(() => bench.close());

  it('CR-04, CR-05, CR-06, CR-07, G-27: lists the plans and models as they are seeded', async () => {
    const { plans, models } = await bench.call(generationCalls.listPlans, {});
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
        const made = await bench.create({ planId, duration, model });
        expect(made).toMatchObject({ credits, planId, model, duration });
        expect(bench.billing.holds.get(made.id)?.credits).toBe(credits);
      }
    },
  );
});
