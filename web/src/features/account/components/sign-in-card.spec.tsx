import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordConfirmation } from '../../../shared/password-confirmation/password-confirmation';
import { errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { showSignedIn } from '../../../testing/show-signed-in';
import { SignInCard } from './sign-in-card';

const AT = '2026-11-26T04:00:00.000Z';
const NOTHING = {
  ...{ sessions: [], devices: [], apiKeys: [], webhookEndpoints: [], pushSubscriptions: [], shareLinks: [] },
  ...{ linkedSignIns: [], passkeys: [], hasPassword: true },
};
const google = { id: 'l-1', provider: 'Google', email: 'asha@gmail.com', createdAt: AT, lastUsedAt: AT };
const phone = { id: 'y-1', name: 'Phone', createdAt: AT, lastUsedAt: null };

function show(access: object, routes: Parameters<typeof fakeServer>[0] = {}) {
  return showSignedIn(
    <PasswordConfirmation>
      <SignInCard email="asha@example.in" />
    </PasswordConfirmation>,
    {
      'GET /api/auth/access': () => jsonResponse({ ...NOTHING, ...access }),
      'GET /api/auth/methods': () => jsonResponse({ provider: 'Google', passkeys: true }),
      ...routes,
    },
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const done = () => new Response(null, { status: 204 });

describe('SignInCard', () => {
  beforeEach(() => vi.stubGlobal('PublicKeyCredential', class {}));
  afterEach(() => vi.unstubAllGlobals());

  it('lists the ways to sign in, and says how to get back in', async () => {
    await show({ linkedSignIns: [google], passkeys: [phone] });
    const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'PasswordSetChange password',
      expect.stringMatching(/^Googleasha@gmail.com · Since .* · Last used .*Unlink$/),
      expect.stringMatching(/^PhoneSince .*RenameRemove$/),
    ]);
    expect(screen.getByText(/emails a link to asha@example.in/)).toBeInTheDocument();
  });

  it('offers a provider that is not linked, passkeys, and a password by mail', async () => {
    const server = await show({ hasPassword: false }, { 'POST /api/auth/forgot': () => jsonResponse({}) });
    expect(await screen.findByRole('button', { name: 'Link account: Google' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeInTheDocument();
    await press('Email me a link to set one');
    expect(await screen.findByText(/We emailed a link to asha@example.in/)).toBeInTheDocument();
    expect(server.callsTo('/api/auth/forgot')[0]?.body).toEqual({ email: 'asha@example.in' });
  });

  it('offers nothing that the installation does not have', async () => {
    await show({}, { 'GET /api/auth/methods': () => jsonResponse({ provider: null, passkeys: false }) });
    expect(await screen.findAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('unlinks, renames and removes', async () => {
    const server = await show(
      { linkedSignIns: [google], passkeys: [phone] },
      {
        'DELETE /api/auth/linked-sign-ins/l-1': done,
        'DELETE /api/auth/passkeys/y-1': done,
        'PATCH /api/auth/passkeys/y-1': () => jsonResponse({ ...phone, name: 'Old phone' }),
      },
    );
    await press('Unlink Google');
    await waitFor(() => expect(server.callsTo('/api/auth/linked-sign-ins/l-1')).toHaveLength(1));
    await press('Rename Phone');
    const name = await screen.findByLabelText('Name of the passkey');
    expect(name).toHaveFocus();
    await userEvent.clear(name);
    await userEvent.type(name, 'Old phone');
    await press('Save');
    await waitFor(() => expect(server.callsTo('/api/auth/passkeys/y-1')[0]?.body).toEqual({ name: 'Old phone' }));
    await press('Remove Phone');
    await waitFor(() => expect(server.callsTo('/api/auth/passkeys/y-1')).toHaveLength(2));
  });

  it('adding a passkey asks for the password, a passkey or the provider when the sign-in is old', async () => {
    await show(
      { linkedSignIns: [google], passkeys: [phone] },
      {
        'POST /api/auth/passkeys/start': () =>
          errorResponse(403, 'password_required', 'Please enter your password again'),
        'POST /api/auth/openid/confirm/start': () =>
          errorResponse(503, 'unavailable', 'Google can’t be reached right now.'),
      },
    );
    await press('Add a passkey');
    await userEvent.type(await screen.findByLabelText('Name of the passkey'), 'Phone');
    await press('Create passkey');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('button', { name: 'Use a passkey' })).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Continue with Google' }));
    expect(await dialog.findByText('Google can’t be reached right now.')).toBeInTheDocument();
  });

  it('a failed list can be loaded again', async () => {
    await show({}, { 'GET /api/auth/access': () => errorResponse(503, 'unavailable', 'Not right now.') });
    expect(await screen.findByText('We couldn’t load your ways to sign in')).toBeInTheDocument();
  });
});
