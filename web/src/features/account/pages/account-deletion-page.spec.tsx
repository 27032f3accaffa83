import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import AccountDeletionPage from './account-deletion-page';

async function show(refresh: () => Response): Promise<void> {
  const { fetch } = fakeServer({ 'POST /api/auth/refresh': refresh });
  const session = sessionStore(fetch);
  await session.restore();
  render(
    <ServicesProvider services={{ api: new ApiClient(fetch, session), session }}>
      <MemoryRouter initialEntries={['/account/deletion']}>
        <Routes>
          <Route path="/account/deletion" element={<AccountDeletionPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
}

describe('AccountDeletionPage', () => {
  it('the page tells the owner of an account in deletion what happens to it [G-49]', async () => {
    await show(() => errorResponse(403, 'account_closed', 'This account is being deleted.'));
    expect(screen.getByRole('heading', { name: 'Your account is being deleted' })).toBeInTheDocument();
  });

  it('a signed-in user, whose account is not being deleted, is led to the dashboard', async () => {
    await show(() => jsonResponse(aSession('t1')));
    expect(screen.getByText('the dashboard')).toBeInTheDocument();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
  });
});
