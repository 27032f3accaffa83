import fc from 'fast-check';
import { loweredPrices, pricedChoices } from './lowered-prices';
import type { ModelEntry } from './model-entry';
import { SHIPPED_MODELS } from './shipped-models';
import { videoEntries } from './testing/arbitrary-entries';

const [seedance] = SHIPPED_MODELS as [ModelEntry];
const with720p = (rate: number): ModelEntry => ({ ...seedance, price: { perSecond: { '480p': 3_600, '720p': rate } } });

describe('lowered prices', () => {
  it('are those of the choices that cost less, rounded as customers pay them', () => {
    expect(loweredPrices(seedance, with720p(7_000))).toEqual([
      { values: { duration: 5, resolution: '720p' }, before: 36, after: 35 },
      { values: { duration: 10, resolution: '720p' }, before: 72, after: 70 },
    ]);
    // 71.9 credits are still 72.
    expect(loweredPrices(seedance, with720p(7_190))).toEqual([]);
  });

  it('include choices that were not sold, so removing and adding one does not hide a lower price', () => {
    const { duration } = seedance.parameters;
    const short = { ...seedance, parameters: { ...seedance.parameters, duration: { ...duration!, values: [5] } } };
    expect(loweredPrices(seedance, short)).toEqual([]);
    expect(loweredPrices(short, seedance).map(({ values, before }) => [values.duration, before])).toEqual([
      [10, null],
      [10, null],
    ]);
  });

  it('a price of another basis is compared by what customers pay', () => {
    const flat = { ...seedance, price: { perRun: { '480p': 36_000, '720p': 36_000 } } };
    expect(loweredPrices(seedance, flat)).toEqual([
      { values: { duration: 10, resolution: '720p' }, before: 72, after: 36 },
    ]);
  });

  it('no entry is cheaper than itself, and each choice of a cheaper one is found', () => {
    fc.assert(
      fc.property(videoEntries, (entry) => {
        expect(loweredPrices(entry, entry)).toEqual([]);
        const least = Object.fromEntries(Object.keys(entry.price!.perSecond!).map((key) => [key, 1]));
        const cheap = { ...entry, price: { ...entry.price, perSecond: least } };
        const dearer = pricedChoices(entry).filter(({ credits }, i) => credits > pricedChoices(cheap)[i]!.credits);
        expect(loweredPrices(entry, cheap)).toHaveLength(dearer.length);
      }),
      { numRuns: 50 },
    );
  });
});
