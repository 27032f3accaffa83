import { SEEDED_PACKS } from './seeded-packs';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import PacksPage from './packs-page';

describe('the packs page', () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const saved = () =>
    fetch.mock.calls.flatMap(([, init]) =>
      init?.method === 'PATCH' ? [JSON.parse(String(init.body)) as { credits: number; savings: number }] : [],
    );

  beforeEach(() => {
    fetch.mockReset();
    fetch.mockImplementation((path) => {
      const settings = { approveAbove: { credits: null, refundPaise: null } };
      const data = String(path).endsWith('/settings') ? settings : { items: SEEDED_PACKS };
      return Promise.resolve(Response.json({ success: true, data }));
    });
    renderSignedIn(<PacksPage />, fetch);
  });

  it('a claim that is not true can be made true, with more credits or a smaller claim [G-68]', async () => {
    const popular = within(await screen.findByRole('article', { name: 'Popular Pack' }));
    expect(popular.getByText(/Declared savings are 10%, actual savings −0.9%/)).toBeInTheDocument();
    fireEvent.click(popular.getByRole('button', { name: 'Make 10% true: 1,122 for ₹999.00' }));
    const form = within(screen.getByRole('article', { name: 'Edit Popular Pack' }));
    expect(form.getByLabelText('Credits')).toHaveValue(1_122);
    expect(saved()).toEqual([]);
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(saved()).toMatchObject([{ credits: 1_122, savings: 10 }]));

    const pro = within(await screen.findByRole('article', { name: 'Pro Pack' }));
    fireEvent.click(pro.getByRole('button', { name: 'Declare 8%' }));
    const other = within(screen.getByRole('article', { name: 'Edit Pro Pack' }));
    expect(other.getByLabelText('Declared savings (%)')).toHaveValue(8);
    expect(other.getByLabelText('Credits')).toHaveValue(2_200);
  });
});
