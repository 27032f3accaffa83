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

async function show(isSignedIn: boolean, routes: Parameters<typeof fakeServer>[0] = {}) {
  queryClient.clear();
  const { fetch } = fakeServer(routes);
  const session = sessionStore(fetch);
  if (isSignedIn) await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter>
        <NavigationBar />
        <main>elsewhere</main>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

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
    const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      ...['Home', 'Pricing', 'About', 'Contact'],
      ...['Prompt to Video', 'Image to Video', 'Dashboard', 'Credit Vault', 'Library', 'Restore'],
    ]);
  });

  it('a balance that fails to load shows 0 and says so [CR-12, G-40]', async () => {
    await show(true, { 'GET /api/credits/balance': () => errorResponse(400, 'validation_failed', 'no') });
    const name = 'Credit balance: 0 credits (Couldn’t load your balance)';
    expect(await screen.findByRole('link', { name })).toBeInTheDocument();
  });

  it('the user menu closes on an outside click and on Escape [NAV-05]', async () => {
    await show(true, { 'GET /api/credits/balance': () => jsonResponse({ credits: 1, available: 1, held: 0 }) });
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
