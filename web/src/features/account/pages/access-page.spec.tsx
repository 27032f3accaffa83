import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { queryClient } from '../../../lib/query-client';
import { ServicesProvider } from '../../../lib/services';
import { PasswordConfirmation } from '../../../shared/password-confirmation/password-confirmation';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import AccessPage from './access-page';

const AT = '2026-11-26T04:00:00.000Z';
const ACCESS = {
  sessions: [
    { id: 's-1', device: 'Firefox on Android', ip: '203.0.113.7', created_at: AT, last_used_at: AT, current: true },
    { id: 's-2', device: 'Chrome on Linux', ip: '198.51.100.9', created_at: AT, last_used_at: AT, current: false },
  ],
  devices: [{ id: 'd-1', device: 'Safari on iPhone', last_seen_at: AT }],
  apiKeys: [{ id: 'k-1', name: 'Agent', prefix: 'luit_live_', last4: 'x1Y2', createdAt: AT, lastUsedAt: null }],
  webhookEndpoints: [{ id: 'w-1', url: 'https://hooks.example/a', createdAt: AT }],
  pushSubscriptions: [{ id: 'p-1', device: 'Chrome on Android', createdAt: AT }],
  linkedSignIns: [{ id: 'l-1', provider: 'Google', email: 'asha@gmail.com', createdAt: AT, lastUsedAt: AT }],
  passkeys: [{ id: 'y-1', name: 'Phone', createdAt: AT, lastUsedAt: null }],
  hasPassword: true,
  shareLinks: [{ requestId: 'r-1', type: 'video', prompt: 'a boat at dawn', createdAt: AT }],
};

async function show(routes: Parameters<typeof fakeServer>[0]) {
  queryClient.clear();
  const server = fakeServer({ 'GET /api/auth/access': () => jsonResponse(ACCESS), ...routes });
  const session = sessionStore(server.fetch);
  await session.establish(aSession('t1'));
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <PasswordConfirmation>
            <AccessPage />
          </PasswordConfirmation>
        </MemoryRouter>
      </QueryClientProvider>
    </ServicesProvider>,
  );
  return server;
}

it('everything with access is listed, and each can be ended except the session of this page', async () => {
  const ended = [
    ['Chrome on Linux', '/api/auth/sessions/s-2'],
    ['Safari on iPhone', '/api/auth/devices/d-1'],
    ['Agent', '/api/keys/k-1'],
    ['https://hooks.example/a', '/api/webhook-endpoints/w-1'],
    ['Chrome on Android', '/api/auth/push-subscriptions/p-1'],
    ['Google · asha@gmail.com', '/api/auth/linked-sign-ins/l-1'],
    ['Phone', '/api/auth/passkeys/y-1'],
    ['a boat at dawn', '/api/requests/r-1/share-link'],
  ] as const;
  const routes = Object.fromEntries(
    ended.map(([, path]) => [`DELETE ${path}`, () => new Response(null, { status: 204 })] as const),
  );
  const server = await show(routes);
  for (const [name, path] of ended) {
    await userEvent.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
    await waitFor(() => expect(server.callsTo(path)).toHaveLength(1));
  }
  expect(screen.queryByRole('button', { name: 'Revoke Firefox on Android' })).not.toBeInTheDocument();
  expect(screen.getByText('This device')).toBeInTheDocument();
});

it('everything ends with a new password, and a wrong current one is shown on its field', async () => {
  const answers = [
    () => errorResponse(401, 'invalid_credentials', 'Your current password is incorrect'),
    () => jsonResponse({}),
  ];
  const server = await show({ 'PUT /api/auth/password': () => answers.shift()?.() ?? jsonResponse({}) });
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'End everything and set password' }));
  await userEvent.type(await screen.findByLabelText('Current password'), 'old horse');
  await userEvent.type(screen.getByLabelText('New password'), 'new horse');
  await submit();
  expect(await screen.findByText('This password is not correct')).toBeInTheDocument();
  await submit();
  expect(await screen.findByText(/everything except this device has lost its access/)).toBeInTheDocument();
  expect(server.callsTo('/api/auth/password')[1]?.body).toEqual({
    currentPassword: 'old horse',
    password: 'new horse',
    keep: [],
  });
});

it('a request that needs a recent sign-in asks for the password once and is repeated', async () => {
  let isRecent = false;
  const refusal = () => errorResponse(403, 'password_required', 'Please enter your password again to do this');
  const server = await show({
    'DELETE /api/keys/k-1': () => (isRecent ? new Response(null, { status: 204 }) : refusal()),
    'POST /api/auth/confirm-password': ({ body }) => {
      isRecent = (body as { password: string }).password === 'correct horse';
      return isRecent ? new Response(null, { status: 204 }) : errorResponse(401, 'invalid_credentials', 'no');
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Agent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enter your password' }));
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('This password is not correct')).toBeInTheDocument();
  await userEvent.clear(dialog.getByLabelText('Password'));
  await userEvent.type(dialog.getByLabelText('Password'), 'correct horse');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(server.callsTo('/api/keys/k-1')).toHaveLength(2));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a request whose password question was canceled fails as it did', async () => {
  const refusal = () => errorResponse(403, 'password_required', 'Please enter your password again to do this');
  const server = await show({ 'DELETE /api/keys/k-1': refusal });
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke Agent' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Please enter your password again to do this')).toBeInTheDocument();
  expect(server.callsTo('/api/keys/k-1')).toHaveLength(1);
});
