import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../lib/api-client';
import { ServicesProvider } from '../lib/services';
import { aSession, fakeServer, json, refuse } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { Protected } from './protected';

function AuthStandIn() {
  const from = (useLocation().state as { from: { pathname: string; search: string } }).from;
  return <p>{`auth, from ${from.pathname}${from.search}`}</p>;
}

function show(fetch: typeof globalThis.fetch) {
  const session = sessionStore(fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter initialEntries={['/vault?tab=all']}>
        <Routes>
          <Route path="/auth" element={<AuthStandIn />} />
          <Route path="/account/deletion" element={<p>it is being deleted</p>} />
          <Route element={<Protected />}>
            <Route path="/vault" element={<p>the vault</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

describe('Protected', () => {
  it('RT-15, RT-14: shows Loading... while the session is checked, then sends to /auth with where it came from', async () => {
    show(fakeServer({ 'POST /api/auth/refresh': () => refuse(401, 'unauthorized', 'no') }).fetch);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await screen.findByText('auth, from /vault?tab=all')).toBeInTheDocument();
  });

  it('shows the page once the session is restored', async () => {
    show(fakeServer({ 'POST /api/auth/refresh': () => json(aSession('t1')) }).fetch);
    expect(await screen.findByText('the vault')).toBeInTheDocument();
  });

  it('G-49: says that the account is being deleted, however that was learned', async () => {
    const text = 'This account is being deleted. We mail you when it is done.';
    show(fakeServer({ 'POST /api/auth/refresh': () => refuse(403, 'account_closed', text) }).fetch);
    expect(await screen.findByText('it is being deleted')).toBeInTheDocument();
  });
});
