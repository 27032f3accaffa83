import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../../testing/render-signed-in';
import ProviderCostsPage from './provider-costs-page';

const entry = { reason: 'Their price list', adminId: 'a', createdAt: '2026-11-01T09:30:00.000Z' };
const price = { provider: 'fal', model: 'seedance', resolution: null, unit: 'second', currency: 'USD', ...entry };
const costs = {
  prices: [
    { ...price, id: '3', priceMicros: 250_000, validFrom: '9999-01-01' },
    { ...price, id: '2', priceMicros: 180_000, validFrom: '2026-11-02' },
    { ...price, id: '1', priceMicros: 170_000, validFrom: '2026-11-01' },
  ],
  rates: [{ id: '4', currency: 'USD', rateMicros: 84_123_457, validFrom: '2026-11-01', ...entry }],
};

describe('the page of provider costs', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();

  beforeEach(async () => {
    fetch.mockReset();
    fetch.mockImplementation((path) =>
      Promise.resolve(
        Response.json({
          success: true,
          data: String(path).endsWith('/providers') ? { providers: [{ name: 'fal', models: ['seedance'] }] } : costs,
        }),
      ),
    );
    renderSignedIn(<ProviderCostsPage />, fetch);
    await screen.findByRole('table', { name: 'Prices' });
  });

  it('shows which entries apply now, later and no more', () => {
    const states = () =>
      within(screen.getByRole('table', { name: 'Prices' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent);
    const valid = [
      expect.stringMatching(/0\.25 USD per second.*Applies later/),
      expect.stringMatching(/0\.18 USD per second.*Applies now/),
    ];
    expect(states()).toEqual(valid);
    fireEvent.click(screen.getByRole('button', { name: 'Show 1 replaced: Prices' }));
    expect(states()).toEqual([...valid, expect.stringMatching(/0\.17 USD per second.*Replaced/)]);
    expect(screen.getByRole('table', { name: 'Exchange rates' })).toHaveTextContent('1 USD = ₹84.123457');
  });

  it('adds a price with a reason, and refuses more than six decimals', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Add price…' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByRole('option', { name: 'fal' });
    const fill = (label: string | RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    fill('Provider', 'fal');
    fill('Model', 'seedance');
    fill('Price', '0.1234567');
    fill('Valid from (IST)', '2026-11-05');
    fill(/Reason/, 'Their new price list');
    const add = within(dialog).getByRole('button', { name: 'Add price' });
    expect(add).toBeDisabled();
    fill('Price', '0.19');
    fireEvent.click(add);
    await vi.waitFor(() => {
      const sent = fetch.mock.calls.find(([, init]) => init?.method === 'POST');
      expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
        provider: 'fal',
        model: 'seedance',
        unit: 'second',
        price: '0.19',
        currency: 'USD',
        validFrom: '2026-11-05',
        reason: 'Their new price list',
      });
    });
  });

  it('an entry that changes the failover says what changes, and is sent again once that is accepted', async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Add exchange rate…' }));
    const dialog = await screen.findByRole('dialog');
    const fill = (label: string | RegExp, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    fill('Rupees for 1', '92');
    fill(/Reason/, 'RBI reference rate');
    const failover = [{ model: 'seedance', before: ['replicate', 'ark'], after: ['replicate', 'fal'] }];
    const refusal = { success: false, code: 'conflict', message: 'Check the change', details: { failover } };
    fetch.mockResolvedValueOnce(Response.json(refusal, { status: 409 }));
    const add = within(dialog).getByRole('button', { name: 'Add rate' });
    fireEvent.click(add);
    expect(
      await within(dialog).findByText('Failover of seedance will prefer replicate, then fal, and skip ark.'),
    ).toBeInTheDocument();
    expect(add).toBeDisabled();
    fireEvent.click(within(dialog).getByLabelText('Change the failover'));
    fireEvent.click(add);
    await vi.waitFor(() => {
      const sent = fetch.mock.calls.findLast(([, init]) => init?.method === 'POST');
      expect(JSON.parse(String(sent?.[1]?.body))).toMatchObject({ rate: '92', acceptsFailover: true });
    });
  });
});
