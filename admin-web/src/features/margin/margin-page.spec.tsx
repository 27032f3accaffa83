import type { MarginReport } from '@luit/contracts/generation/provider-costs';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import MarginPage from './margin-page';

const known = { jobs: 2, credits: 36, revenueMicros: 35_640_000, costMicros: 10_640_000, unknownCostJobs: 0 };
const loss = { jobs: 1, credits: 0, revenueMicros: 0, costMicros: 5_000_000, unknownCostJobs: 0 };
const partly = { ...known, unknownCostJobs: 1 };
const report: MarginReport = {
  start: '2026-11-01',
  end: '2026-11-30',
  by: 'model',
  rows: [
    { key: 'seedance', ...known },
    { key: 'zeroscope', ...partly },
    { key: 'gfpgan', ...loss },
  ],
  totals: { jobs: 5, credits: 72, revenueMicros: 71_280_000, costMicros: 26_280_000, unknownCostJobs: 1 },
  missing: [
    {
      what: 'rate',
      provider: 'fal',
      model: 'zeroscope',
      resolution: '480p',
      currency: 'USD',
      from: '2026-11-03',
      jobs: 1,
    },
  ],
  uncounted: 3,
};

describe('the margin page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const open = async (shown: MarginReport) => {
    fetch.mockReset();
    fetch.mockImplementation(() => Promise.resolve(Response.json({ success: true, data: shown })));
    renderSignedIn(<MarginPage />, fetch);
    return screen.findByRole('region', { name: `Margin by ${shown.by}` });
  };
  const row = (key: string) => screen.getByRole('row', { name: new RegExp(`^${key}`) });

  it('shows the margin where every cost is known, and a loss', async () => {
    await open(report);
    expect(row('seedance')).toHaveTextContent('Captured₹35.64Provider cost₹10.64Margin₹25.00Of captured70%');
    expect(row('gfpgan')).toHaveTextContent('Captured₹0.00Provider cost₹5.00Margin-₹5.00Of captured–');
  });

  it('an unknown cost is called unknown, with what is missing', async () => {
    await open(report);
    expect(row('zeroscope')).toHaveTextContent('At least ₹10.64Unknown for 1 jobMarginUnknownOf captured–');
    expect(screen.getByText(/fal · zeroscope \(480p\): no exchange rate for USD starting/)).toBeVisible();
    expect(screen.getByText('3 more are not counted yet')).toBeVisible();
    const margin = screen.getAllByText('Margin').find(({ tagName }) => tagName === 'DT');
    expect(margin?.nextSibling).toHaveTextContent('Unknown');
  });

  it('asks for another grouping', async () => {
    const table = await open(report);
    expect(within(table).getAllByRole('row')).toHaveLength(4);
    fireEvent.change(screen.getByLabelText('By'), { target: { value: 'plan' } });
    await vi.waitFor(() => expect(fetch.mock.lastCall?.[0]).toBe('/api/admin/reports/margin?by=plan'));
  });
});
