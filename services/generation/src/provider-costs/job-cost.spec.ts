import fc from 'fast-check';
import { CostTable, type Price, type Rate, type Task, timesMicros } from './job-cost';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const day = fc.constantFrom(...DAYS);
const micros = fc.integer({ min: 0, max: 1_000_000_000_000 });

const prices = fc
  .array(
    fc.record({
      resolution: fc.constantFrom('480p', '720p', null),
      unit: fc.constantFrom('second' as const, 'video' as const),
      currency: fc.constantFrom('INR', 'USD', 'EUR'),
      priceMicros: micros,
      validFrom: day,
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((price, i): Price => ({ ...price, id: `p${i}`, provider: 'fal', model: 'seedance' })));
const rates = fc
  .array(fc.record({ currency: fc.constantFrom('USD', 'EUR'), rateMicros: micros.map((n) => n + 1), validFrom: day }), {
    maxLength: 6,
  })
  .map((all) => all.map((rate, i): Rate => ({ ...rate, id: `r${i}` })));
const task = fc
  .record({
    resolution: fc.constantFrom('480p', '720p'),
    duration: fc.constantFrom(5, 10),
    day,
    cost: fc.constantFrom<Task['cost'][]>(
      null,
      { currency: 'USD', perSecond: { '480p': 0.1345, '720p': 0.3034 } },
      { currency: 'INR', perRun: { all: 12.5 } },
      { currency: 'EUR', perSecond: { '720p': 0.000001 } },
    ),
  })
  .map((some): Task => ({ ...some, provider: 'fal', model: 'seedance' }));

/** The entry of the latest day up to that of the task; of several the one entered last. */
function valid<Entry extends { validFrom: string }>(entries: Entry[], on: string): Entry | undefined {
  let found: Entry | undefined;
  for (const entry of entries) {
    if (entry.validFrom <= on && (!found || entry.validFrom >= found.validFrom)) found = entry;
  }
  return found;
}

/** The same in the form of an entered price. */
function ofRoute({ cost, resolution }: Task): Pick<Price, 'unit' | 'currency' | 'priceMicros'> | undefined {
  const rate = (cost?.perSecond ?? cost?.perRun)?.[cost?.perRun ? 'all' : resolution];
  if (!cost || rate === undefined) return undefined;
  return {
    unit: cost.perRun ? 'video' : 'second',
    currency: cost.currency,
    priceMicros: Number((rate * 1_000_000).toFixed(0)),
  };
}

describe('the cost of a job', () => {
  it('is units × price × rate of the day of submission, of the route without an entered price, rounded half up to a millionth of a rupee', () => {
    fc.assert(
      fc.property(prices, rates, task, (somePrices, someRates, job) => {
        const own = somePrices.filter(({ resolution }) => resolution === job.resolution);
        const general = somePrices.filter(({ resolution }) => resolution === null);
        const price = valid(own, job.day) ?? valid(general, job.day) ?? ofRoute(job);
        const rate =
          price &&
          valid(
            someRates.filter(({ currency }) => currency === price.currency),
            job.day,
          );
        const cost = new CostTable(somePrices, someRates).costOf(job);
        if (!price) return expect(cost).toEqual({ missing: 'price', currency: null });
        if (price.currency !== 'INR' && !rate) {
          return expect(cost).toEqual({ missing: 'rate', currency: price.currency });
        }
        const units = price.unit === 'second' ? BigInt(job.duration!) : 1n;
        // The exact cost, in millionths of millionths.
        const exact = units * BigInt(price.priceMicros) * BigInt(rate?.rateMicros ?? 1_000_000);
        if (!('micros' in cost)) throw new Error('The cost is unknown');
        const error = cost.micros * 1_000_000n - exact;
        expect(error > -500_000n && error <= 500_000n).toBe(true);
      }),
    );
  });

  it('does not depend on the order in which entries were read', () => {
    fc.assert(
      fc.property(prices, rates, task, (somePrices, someRates, job) => {
        const reversed = new CostTable(somePrices.toReversed(), someRates.toReversed());
        expect(reversed.costOf(job)).toEqual(new CostTable(somePrices, someRates).costOf(job));
      }),
    );
  });

  it('a later entry for a later day does not change the cost of earlier jobs', () => {
    fc.assert(
      fc.property(prices, rates, task, micros, (somePrices, someRates, job, priceMicros) => {
        const later = {
          id: 'z',
          provider: 'fal',
          model: 'seedance',
          resolution: null,
          unit: 'video',
          currency: 'INR',
        } as const;
        const more = [...somePrices, { ...later, priceMicros, validFrom: '2026-11-05' }];
        expect(new CostTable(more, someRates).costOf(job)).toEqual(new CostTable(somePrices, someRates).costOf(job));
      }),
    );
  });

  it('rounds half up', () => {
    expect([1n, 2n, 3n].map((n) => timesMicros(n, 500_000n))).toEqual([1n, 1n, 2n]);
    expect(timesMicros(180_000n, 84_123_457n)).toBe(15_142_222n);
  });

  it('a price per second of an image, and another model or provider, leave the cost unknown', () => {
    const price: Price = {
      id: 'p',
      provider: 'fal',
      model: 'gfpgan',
      resolution: null,
      unit: 'second',
      currency: 'INR',
      priceMicros: 1,
      validFrom: '2026-11-01',
    };
    const image: Task = {
      provider: 'fal',
      model: 'gfpgan',
      resolution: 'high',
      duration: null,
      day: '2026-11-02',
      cost: null,
    };
    const unknown = { missing: 'price', currency: null };
    expect(new CostTable([price], []).costOf(image)).toEqual(unknown);
    const perImage = new CostTable([{ ...price, unit: 'image' }], []);
    expect(perImage.costOf(image)).toEqual({ micros: 1n });
    expect(perImage.costOf({ ...image, provider: 'ark' })).toEqual(unknown);
    expect(perImage.costOf({ ...image, day: '2026-10-31' })).toEqual(unknown);
    const perSecond = { currency: 'INR', perSecond: { all: 2 } };
    expect(new CostTable([], []).costOf({ ...image, cost: perSecond })).toEqual(unknown);
  });
});
