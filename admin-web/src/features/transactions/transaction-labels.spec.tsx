import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { moneyText, StatusBadge, TypeBadge } from './transaction-labels';

type Row = Parameters<typeof moneyText>[0];

function textsOf(row: Row) {
  const { container } = render(
    <>
      <TypeBadge row={row} /> · <StatusBadge row={row} />
    </>,
  );
  return [container.textContent, moneyText(row)];
}

describe('transactions in words', () => {
  it.each<[Row, string, string]>([
    [{ type: 'purchase', status: 'completed', amountPaise: 9_900 }, 'Purchase · Completed', '₹99.00'],
    [{ type: 'refund', status: 'pending', amountPaise: 9_900 }, 'Payment refund · In progress', '-₹99.00'],
    [
      { type: 'refund', status: 'pending', amountPaise: 9_900, isDelayed: true },
      'Payment refund · Not paid',
      '-₹99.00',
    ],
    [{ type: 'refund', status: 'completed', amountPaise: 9_900 }, 'Payment refund · Paid out', '-₹99.00'],
    [{ type: 'refund', status: 'reversed', amountPaise: 9_900 }, 'Payment refund · Failed', '₹0.00'],
    [{ type: 'refund', status: 'completed' }, 'Credits returned · Completed', ''],
    [{ type: 'usage', status: 'pending' }, 'Usage · Held', ''],
    [{ type: 'grant', status: 'completed' }, 'Grant · Completed', ''],
    [{ type: 'grant', status: 'completed', isRedemption: true }, 'Promotional code · Completed', ''],
    [{ type: 'usage', status: 'reversed' }, 'Usage · Returned', ''],
  ])('%o', (row, words, money) => {
    expect(textsOf(row)).toEqual([words, money]);
  });
});
