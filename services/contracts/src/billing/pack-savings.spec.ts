import { isRecommended, packSavings, packSavingsPercent } from './pack-savings';

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
