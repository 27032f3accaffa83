import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { BusinessFigures } from './business-figures';

const STATS = { totalUsers: 9, totalCreditsSold: 0, totalRevenue: 0, activeUsers: 3, creditsUsed: 0 };

afterEach(() => vi.useRealTimers());

it('the business figures of a page that stays open are read again every minute', async () => {
  vi.useFakeTimers();
  let newUsersToday = 6;
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(
      Response.json({ data: { stats: { ...STATS, newUsersToday }, recentUsers: [], recentTransactions: [] } }),
    ),
  );
  renderSignedIn(<BusinessFigures />, fetch);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByText('New users today').parentElement).toHaveTextContent('6');
  newUsersToday = 0;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('New users today').parentElement).toHaveTextContent('0');
});
