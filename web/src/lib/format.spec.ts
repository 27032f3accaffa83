import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatCreditChange,
  formatCredits,
  formatDuration,
  formatMoney,
  formatNumber,
  formatSeconds,
  pricePerCredit,
} from './format';

describe('formatters', () => {
  it('numbers use Indian digit grouping [NAV-03]', () => {
    expect([1000, 99_999, 100_000].map(formatNumber)).toEqual(['1,000', '99,999', '1,00,000']);
  });

  it('numbers are grouped like those of the locale', () => {
    const locale = new Intl.NumberFormat('en-IN');
    const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200_000, max: 200_000 }), fc.double());
    fc.assert(fc.property(number, (value) => Object.is(value, -0) || formatNumber(value) === locale.format(value)));
  });

  it('credit changes have a plus sign if positive and end with credits [CR-23]', () => {
    expect([100, -18, 0].map(formatCreditChange)).toEqual(['+100 credits', '−18 credits', '0 credits']);
  });

  it('amounts use the symbols of INR, USD and EUR [CR-24]', () => {
    expect([formatMoney(1999), formatMoney(9.5, 'USD'), formatMoney(3, 'EUR')]).toEqual(['₹1,999', '$9.50', '€3']);
    expect(formatMoney(-82.5)).toBe('−₹82.50');
  });

  it('the actual price per credit is computed [G-14]', () => {
    expect([pricePerCredit(99, 100), pricePerCredit(999, 1000), pricePerCredit(1999, 2200)]).toEqual([
      '₹0.99',
      '₹0.999',
      '₹0.909',
    ]);
  });

  it('seconds and waiting times have the same form', () => {
    expect([formatSeconds(5), formatDuration(42), formatDuration(90)]).toEqual(['5 s', '42 s', '2 min']);
  });

  it('one credit is singular', () => {
    expect([formatCredits(1), formatCredits(82)]).toEqual(['1 credit', '82 credits']);
  });
});
