import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import ResetPasswordPage from './reset-password-page';

const PASSWORD = '/api/auth/password';
const signedOut = { 'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no') };
const recovered = { 'POST /api/auth/recover': () => jsonResponse(aSession('recovery')) };

function show(address: string, routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ ...signedOut, ...routes });
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/auth" element={<p>signing in</p>} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return server;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function choose(password: string, repeat: string) {
  await userEvent.type(await screen.findByLabelText('New password'), password);
  await userEvent.type(screen.getByLabelText('Confirm new password'), repeat);
  await press('Update password');
}

describe('ResetPasswordPage', () => {
  afterEach(() => void vi.useRealTimers());

  it('the reset link is redeemed by a button, never on load [G-30]', async () => {
    const server = show('/reset-password?token=t', recovered);
    expect(server.callsTo('/api/auth/recover')).toHaveLength(0);
    await press('Choose new password');
    expect(await screen.findByLabelText('New password')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/recover')[0]?.body).toEqual({ token: 't' });
  });

  it('the form requires two equal passwords of six characters [AUTH-33]', async () => {
    show('/reset-password?token=t', recovered);
    await press('Choose new password');
    await press('Update password');
    expect(await screen.findByText('Password is required')).toBeInTheDocument();
    expect(screen.getByText('Please confirm your password')).toBeInTheDocument();
    await choose('12345', '54321');
    expect(await screen.findByText('Password must be at least 6 characters long')).toBeInTheDocument();
    expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  });

  it('the reset session updates the password and the page redirects to /auth after 3 s [AUTH-34]', async () => {
    const server = show('/reset-password?token=t', { ...recovered, [`PUT ${PASSWORD}`]: () => jsonResponse({}) });
    await press('Choose new password');
    await screen.findByLabelText('New password');
    expect(screen.getByText('You’ll be signed out on all devices.')).toBeInTheDocument();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await choose('secret1', 'secret1');
    expect(await screen.findByText(/Password updated successfully!/)).toBeInTheDocument();
    expect(screen.getByText(/^You’ve been signed out on all devices\./)).toBeInTheDocument();
    expect(server.callsTo(PASSWORD)[0]?.headers.get('authorization')).toBe('Bearer recovery');
    expect(screen.queryByText('signing in')).not.toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(3000));
    expect(await screen.findByText('signing in')).toBeInTheDocument();
  });

  it('with the new password all access ends that the owner does not keep [G-76]', async () => {
    const access = {
      ...{ sessions: [], devices: [], pushSubscriptions: [] },
      apiKeys: [
        { id: 'k-1', name: 'Agent', prefix: 'luit_live_', last4: 'x1Y2' },
        { id: 'k-2', name: 'Unknown', prefix: 'luit_live_', last4: 'a1B2' },
      ],
      linkedSignIns: [],
      passkeys: [],
      webhookEndpoints: [{ id: 'w-1', url: 'https://hooks.example/a' }],
      shareLinks: [{ requestId: 'r-1', prompt: 'a boat at dawn' }],
    };
    const server = show('/reset-password?token=t', {
      ...recovered,
      'GET /api/auth/access': () => jsonResponse(access),
      [`PUT ${PASSWORD}`]: () => jsonResponse({}),
    });
    await press('Choose new password');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Agent' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a boat at dawn' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'a boat at dawn' }));
    expect(screen.getByRole('checkbox', { name: 'Unknown' })).not.toBeChecked();
    await choose('secret1', 'secret1');
    expect(await screen.findByText(/Password updated successfully!/)).toBeInTheDocument();
    expect(server.callsTo('/api/auth/access')[0]?.headers.get('authorization')).toBe('Bearer recovery');
    expect(server.callsTo(PASSWORD)[0]?.body).toEqual({ password: 'secret1', keep: ['k-1'] });
  });

  it('visitors without a link or a session are redirected to /auth', async () => {
    show('/reset-password');
    expect(await screen.findByText('signing in')).toBeInTheDocument();
  });

  it('a signed-in user must enter the current password to set a new one [G-67]', async () => {
    const wrong = 'Your current password is incorrect';
    const answers = [() => errorResponse(401, 'invalid_credentials', wrong), () => jsonResponse({})];
    const server = show('/reset-password', {
      'POST /api/auth/refresh': () => jsonResponse(aSession('t1')),
      [`PUT ${PASSWORD}`]: () => answers.shift()?.() ?? jsonResponse({}),
    });
    await choose('secret1', 'secret1');
    expect(await screen.findByText('Current password is required')).toBeInTheDocument();
    expect(server.callsTo(PASSWORD)).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Current password'), 'a guess');
    await press('Update password');
    expect(await screen.findByText(wrong)).toBeInTheDocument();
    const current = screen.getByLabelText('Current password');
    expect(current).toHaveFocus();
    await userEvent.clear(current);
    await userEvent.type(current, 'secret0');
    await press('Update password');
    expect(await screen.findByText(/Password updated successfully!/)).toBeInTheDocument();
    expect(screen.getByText('You’ve been signed out on all other devices.')).toBeInTheDocument();
    const calls = server.callsTo(PASSWORD);
    expect(calls.map(({ body }) => body)).toEqual([
      { password: 'secret1', currentPassword: 'a guess' },
      { password: 'secret1', currentPassword: 'secret0' },
    ]);
    expect(calls[1]?.headers.get('authorization')).toBe('Bearer t1');
  });

  it('a reset link requires no current password', async () => {
    const server = show('/reset-password?token=t', { ...recovered, [`PUT ${PASSWORD}`]: () => jsonResponse({}) });
    await press('Choose new password');
    await choose('secret1', 'secret1');
    expect(await screen.findByText(/Password updated successfully!/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
    expect(server.callsTo(PASSWORD)[0]?.body).toEqual({ password: 'secret1', keep: [] });
  });

  it('an expired link is reported and a new one is emailed [AUTH-32]', async () => {
    const text = 'This link is invalid or has expired. Please request a new one.';
    const server = show('/reset-password?token=t', {
      'POST /api/auth/recover': () => errorResponse(400, 'link_invalid_or_expired', text),
      'POST /api/auth/forgot': () => jsonResponse({}),
    });
    await press('Choose new password');
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByText(/^Password reset links work once/)).toBeInTheDocument();
    await press('Send a new link');
    await userEvent.type(await screen.findByLabelText('Email'), 'a@b.in');
    await press('Send reset link');
    expect(await screen.findByText('Password reset email sent! Check your inbox.')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/forgot')[0]?.body).toEqual({ email: 'a@b.in' });
  });

  it('an expired reset session offers a new link', async () => {
    show('/reset-password?token=t', {
      ...recovered,
      [`PUT ${PASSWORD}`]: () => errorResponse(401, 'unauthorized', 'Auth session missing'),
    });
    await press('Choose new password');
    await choose('secret1', 'secret1');
    expect(await screen.findByText(/Your password reset session has expired/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send a new link' })).toBeInTheDocument();
  });
});
