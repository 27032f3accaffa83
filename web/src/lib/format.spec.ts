import { describe, expect, it } from 'vitest';
import { formatCreditChange, formatCredits, formatMoney, formatNumber, pricePerCredit } from './format';

describe('formatters', () => {
  it('NAV-03: group digits the Indian way', () => {
    expect([1000, 99_999, 100_000].map(formatNumber)).toEqual(['1,000', '99,999', '1,00,000']);
  });

  it('CR-23: show a plus sign when positive, followed by the word credits', () => {
    expect([100, -18, 0].map(formatCreditChange)).toEqual(['+100 credits', '-18 credits', '0 credits']);
  });

  it('CR-24: know the symbols of INR, USD and EUR', () => {
    expect([formatMoney(1999), formatMoney(9.5, 'USD'), formatMoney(3, 'EUR')]).toEqual(['₹1,999', '$9.50', '€3']);
  });

  it('G-14: tell the real price of a credit', () => {
    expect([pricePerCredit(99, 100), pricePerCredit(999, 1000), pricePerCredit(1999, 2200)]).toEqual([
      '₹0.99',
      '₹0.999',
      '₹0.909',
    ]);
  });

  it('say credit for one', () => {
    expect([formatCredits(1), formatCredits(82)]).toEqual(['1 credit', '82 credits']);
  });
});
