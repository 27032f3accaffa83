import fc from 'fast-check';
import { creditsToSave, isRecommended, packSavings, packSavingsPercent } from './pack-savings';

const pack = (credits: number, price: number, popular = false) => ({
  id: `${credits}`,
  name: `${credits} credits`,
  credits,
  price,
  popular,
  description: '',
  savings: 20,
});
const starter = pack(100, 99);
const dearer = pack(1_000, 999, true);
const cheaper = pack(2_200, 1_999, true);
const onSale = [cheaper, starter, dearer];

describe('the savings of a pack', () => {
  it('are what is claimed with the suggested credits, and less with one credit fewer', () => {
    const whole = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(whole(99), whole(100_000), whole(10_000), whole(10_000), (percent, price, credits, smallestPrice) => {
        const smallest = pack(credits, smallestPrice);
        const suggested = creditsToSave(percent, price, smallest);
        const savings = (given: number) => 1 - price / given / (smallest.price / smallest.credits);
        expect(savings(suggested) * 100).toBeGreaterThan(percent - 1e-6);
        expect(savings(suggested - 1) * 100).toBeLessThan(percent + 1e-6);
      }),
    );
    expect(creditsToSave(10, 999, starter)).toBe(1_122);
  });

  it('compare the price per credit with the smallest pack on sale', () => {
    expect(packSavings(starter, onSale)).toBe(0);
    expect(packSavings(dearer, onSale)).toBeCloseTo(-0.0091, 4);
    expect(packSavings(cheaper, onSale)).toBeCloseTo(0.0822, 4);
    expect(packSavings(cheaper, [])).toBe(0);
  });

  it('are shown in whole percent, rounded down, and never below 0', () => {
    expect([starter, dearer, cheaper].map((each) => packSavingsPercent(each, onSale))).toEqual([0, 0, 8]);
  });

  it('decide whether a pack marked by operators is recommended', () => {
    expect([starter, dearer, cheaper].map((each) => isRecommended(each, onSale))).toEqual([false, false, true]);
  });
});
