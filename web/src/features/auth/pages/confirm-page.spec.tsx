import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, aUser, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ConfirmPage from './confirm-page';

const CONFIRM = '/api/auth/confirm';

function show(routes: Parameters<typeof fakeServer>[0], address = '/auth/confirm?token=t') {
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/auth/confirm" element={<ConfirmPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('ConfirmPage', () => {
  it('the button confirms the address and signs in', async () => {
    const server = show({ [`POST ${CONFIRM}`]: () => jsonResponse(aSession('t1')) });
    expect(server.calls).toHaveLength(0);
    await press('Confirm email');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
  });

  it('in another browser, the dashboard is loaded in the language of the account', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { ...window.location, replace });
    show({ [`POST ${CONFIRM}`]: () => jsonResponse(aSession('t1', { user: aUser({ language: 'hi' }) })) });
    await press('Confirm email');
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/dashboard'));
    vi.unstubAllGlobals();
    expect(localStorage.getItem('luit.language')).toBe('hi');
    expect(screen.queryByText('the dashboard')).not.toBeInTheDocument();
  });

  it('another device needs the password, and a wrong one keeps the link valid', async () => {
    const calls = 'To confirm on another device, please enter the password you chose when you signed up';
    const wrong = 'This isn’t the password you chose when you signed up';
    show({
      [`POST ${CONFIRM}`]: ({ body }) => {
        const { password } = body as { password?: string };
        if (!password) return errorResponse(403, 'password_required', calls);
        return password === 'secret1' ? jsonResponse(aSession('t1')) : errorResponse(401, 'invalid_credentials', wrong);
      },
    });
    await press('Confirm email');
    expect(await screen.findByText(calls)).toBeInTheDocument();
    await press('Confirm email');
    expect(await screen.findByText('Password is required')).toBeInTheDocument();
    const field = screen.getByLabelText('Password you chose when you signed up');
    await userEvent.type(field, 'secret2');
    await press('Confirm email');
    expect(await screen.findByText(wrong)).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, 'secret1');
    await press('Confirm email');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
  });

  it.each([
    ['has expired', '/auth/confirm?token=t'],
    ['is incomplete', '/auth/confirm'],
  ])('a new link is emailed when the old one %s', async (_what, address) => {
    const expired = 'This link is invalid or has expired. Please request a new one.';
    const server = show(
      {
        [`POST ${CONFIRM}`]: () => errorResponse(400, 'link_invalid_or_expired', expired),
        'POST /api/auth/resend': () => jsonResponse({}),
      },
      address,
    );
    if (address.includes('token')) {
      await press('Confirm email');
      expect(await screen.findByText(expired)).toBeInTheDocument();
    }
    await press('Send new link');
    expect(await screen.findByText('Email is required')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Email'), 'a@b.in');
    await press('Send new link');
    expect(await screen.findByText('Confirmation email sent!')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/resend')[0]?.body).toEqual({ email: 'a@b.in' });
  });
});
