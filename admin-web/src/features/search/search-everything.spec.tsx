import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderSignedIn } from '../../testing/render-signed-in';
import { SearchEverything } from './search-everything';

const AT = '2026-11-23T08:00:00.000Z';
const USER = { kind: 'user', id: 'u1', email: 'asha@example.com', name: 'Asha Das', status: 'active' };
const ORDER = {
  kind: 'order',
  id: 'o1',
  razorpay_order_id: 'order_1',
  payment_id: 'pay_1',
  transaction_id: 't1',
  user_id: 'u1',
  user_email: USER.email,
  state: 'paid',
  description: 'Starter Pack',
  amountPaise: 9_900,
  created_at: AT,
};
const UNPAID = {
  ...ORDER,
  id: 'o2',
  state: 'open',
  payment_id: null,
  transaction_id: null,
  user_id: null,
  user_email: null,
};

describe('the search over everything', () => {
  let asked: string[];

  beforeEach(() => {
    asked = [];
  });

  function show(items: object[], unavailable: string[] = []) {
    const fetch = vi.fn<typeof globalThis.fetch>((path) => {
      asked.push(new URL(String(path), 'http://luit.test').searchParams.get('q') ?? '');
      return Promise.resolve(Response.json({ success: true, data: { items, unavailable } }));
    });
    const Path = () => <output data-testid="path">{useLocation().pathname}</output>;
    renderSignedIn(
      <>
        <SearchEverything pages={[{ label: 'Dead letters', path: '/dead-letters' }]} />
        <Path />
      </>,
      fetch,
    );
    return userEvent.setup();
  }

  it('Ctrl K opens it, arrow keys and Enter open a result, with one request for what was typed', async () => {
    const user = show([USER, ORDER]);
    await user.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search everything' });
    await waitFor(() => expect(box).toHaveFocus());
    await user.paste('asha');
    const found = await screen.findByRole('option', { name: /^asha@example.com/ });
    expect(screen.getByRole('group', { name: 'Users' })).toContainElement(found);
    expect(screen.getByRole('group', { name: 'Orders and payments' })).toHaveTextContent('Starter Pack, ₹99.00');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2 results.'));
    expect(asked).toEqual(['asha']);
    await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBe(found.id));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByTestId('path')).toHaveTextContent('/orders/o1');
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('an unpaid order of a guest is found, and an incomplete search says so', async () => {
    const user = show([UNPAID], ['jobs']);
    await user.click(screen.getByRole('button', { name: 'Search everything' }));
    const box = await screen.findByRole('combobox');
    await waitFor(() => expect(box).toHaveFocus());
    await user.paste('o2');
    expect(await screen.findByRole('option')).toHaveTextContent('Not paid · Guest · 23 Nov 2026');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 result. Could not search jobs.'));
    await user.click(screen.getByRole('option'));
    expect(screen.getByTestId('path')).toHaveTextContent('/orders/o2');
  });

  it('a promotional code opens its page', async () => {
    const user = show([
      { kind: 'promo_code', id: 'c1', code: 'BIHU2026', state: 'used_up', credits: 20, reason: 'Bihu' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Search everything' }));
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus());
    await user.paste('bihu');
    expect(await screen.findByRole('option')).toHaveTextContent('BIHU202620 credits · Used up · Bihu');
    await user.click(screen.getByRole('option'));
    expect(screen.getByTestId('path')).toHaveTextContent('/promo-codes/c1');
  });

  it('nothing is asked for a single letter, and Escape closes the search', async () => {
    const user = show([]);
    await user.keyboard('{Meta>}k{/Meta}');
    await user.type(await screen.findByRole('combobox'), 'a');
    expect(screen.getByRole('status')).toHaveTextContent(/by the start of their email/);
    await user.type(screen.getByRole('combobox'), 'b');
    await vi.waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found.'));
    expect(asked).toEqual(['ab']);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('a page is found by the start of a word of its name', async () => {
    const user = show([]);
    await user.click(screen.getByRole('button', { name: 'Search everything' }));
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus());
    await user.paste('lett');
    await user.click(await screen.findByRole('option', { name: /^Dead letters/ }));
    expect(screen.getByTestId('path')).toHaveTextContent('/dead-letters');
  });
});
