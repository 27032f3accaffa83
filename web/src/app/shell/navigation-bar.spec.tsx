import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../lib/api-client';
import { queryClient } from '../../lib/query-client';
import { ServicesProvider } from '../../lib/services';
import { aSession, fakeServer, jsonResponse, errorResponse } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { NavigationBar } from './navigation-bar';

async function show(isSignedIn: boolean, routes: Parameters<typeof fakeServer>[0] = {}, address = '/') {
  queryClient.clear();
  const { fetch } = fakeServer(routes);
  const session = sessionStore(fetch);
  if (isSignedIn) await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter initialEntries={[address]}>
        <NavigationBar />
        <main>elsewhere</main>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

const BALANCE = { 'GET /api/credits/balance': () => jsonResponse({ credits: 1, available: 1, held: 0 }) };

const addresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

describe('NavigationBar', () => {
  it('visitors see the public links [NAV-01]', async () => {
    await show(false);
    expect(addresses()).toEqual(['/', '/', '/pricing', '/about', '/contact', '/auth']);
  });

  it('signed-in users also see their links and the balance [NAV-02, NAV-03, G-64]', async () => {
    await show(true, {
      'GET /api/credits/balance': () => jsonResponse({ credits: 123456, available: 123456, held: 0 }),
    });
    expect(await screen.findByRole('link', { name: 'Credit balance: 1,23,456 credits' })).toBeInTheDocument();
  });

  it('the bar names the tools of signed-in users first, and what has no room is under "More" [NAV-02, G-64, G-69]', async () => {
    await show(true, BALANCE);
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    const more = await bar.findByRole('button', { name: 'More' });
    const texts = () => bar.getAllByRole('link').map(({ textContent }) => textContent);
    const tools = ['Prompt to Video', 'Image to Video', 'Images', 'Restore', 'Library', 'Credit Vault', 'Dashboard'];
    expect(texts()).toEqual([...tools, 'Pricing', 'About', 'Contact']);
    await userEvent.click(more);
    expect(texts().slice(10)).toEqual(['Images', ...tools.slice(4), 'Pricing', 'About', 'Contact']);
    await userEvent.keyboard('{Escape}');
    expect(bar.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it('on a phone, the panel has the same links [NAV-02, G-64]', async () => {
    await show(true, BALANCE);
    await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }));
    await within(screen.getAllByRole('navigation', { name: 'Main' })[0]!).findByRole('button', { name: 'More' });
    const [bar, panel] = screen.getAllByRole('navigation', { name: 'Main' });
    const links = (element: HTMLElement) =>
      within(element)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    expect(links(panel!)).toEqual(links(bar!));
  });

  it('"More" says that it contains the current page', async () => {
    await show(true, BALANCE, '/vault');
    const bar = within(screen.getByRole('navigation', { name: 'Main' }));
    expect(await bar.findByRole('button', { name: 'More, current page: Credit Vault' })).toBeInTheDocument();
  });

  it('a balance that fails to load shows 0 and says so [CR-12, G-40]', async () => {
    await show(true, { 'GET /api/credits/balance': () => errorResponse(400, 'validation_failed', 'no') });
    const name = 'Credit balance: 0 credits (Couldn’t load your balance)';
    expect(await screen.findByRole('link', { name })).toBeInTheDocument();
  });

  it('the user menu closes on an outside click and on Escape [NAV-05]', async () => {
    await show(true, BALANCE);
    const button = await screen.findByRole('button', { name: 'User menu for Mridula Hazarika' });
    await userEvent.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(screen.getByText('elsewhere'));
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(button);
    await userEvent.keyboard('{Escape}');
    expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});
