import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../lib/api-client';
import { ServicesProvider } from '../lib/services';
import { aSession, fakeServer, jsonResponse, errorResponse } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { Protected } from './protected';

function AuthStandIn() {
  const { state, search } = useLocation();
  const { from } = state as { from: { pathname: string; search: string } };
  return <p>{`auth${search}, from ${from.pathname}${from.search}`}</p>;
}

function show(fetch: typeof globalThis.fetch, state?: object) {
  const session = sessionStore(fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter initialEntries={[{ pathname: '/vault', search: '?tab=all', state }]}>
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
  it('a protected page shows Loading... while the session is checked, then redirects visitors to /auth with their origin [RT-14, RT-15]', async () => {
    show(fakeServer({ 'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no') }).fetch);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(await screen.findByText('auth, from /vault?tab=all')).toBeInTheDocument();
  });

  it('a link for new visitors leads to the sign-up form', async () => {
    show(fakeServer({ 'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no') }).fetch, {
      signsUp: true,
    });
    expect(await screen.findByText('auth?mode=signup, from /vault?tab=all')).toBeInTheDocument();
  });

  it('a protected page renders once the session is restored', async () => {
    show(fakeServer({ 'POST /api/auth/refresh': () => jsonResponse(aSession('t1')) }).fetch);
    expect(await screen.findByText('the vault')).toBeInTheDocument();
  });

  it('a protected page redirects the owner of an account in deletion to its page [G-49]', async () => {
    const text = 'This account is being deleted. We’ll email you when it’s done.';
    show(fakeServer({ 'POST /api/auth/refresh': () => errorResponse(403, 'account_closed', text) }).fetch);
    expect(await screen.findByText('it is being deleted')).toBeInTheDocument();
  });
});
