import { tabStorage } from '@luit/ui/storage';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { ServicesProvider } from '../../../lib/services';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import CallbackPage from './callback-page';

const FINISH = '/api/auth/openid/finish';
const RETURNED = '?code=c-1&state=s-1&iss=https://accounts.google.com';

function show(search: string, routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ 'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no'), ...routes });
  const session = sessionStore(server.fetch);
  render(
    <StrictMode>
      <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
        <MemoryRouter initialEntries={[`/auth/callback${search}`]}>
          <Routes>
            <Route path="/auth/callback" element={<CallbackPage />} />
            <Route path="/auth" element={<p>the sign-in page</p>} />
            <Route path="/dashboard" element={<p>the dashboard</p>} />
            <Route path="/vault" element={<p>the vault</p>} />
          </Routes>
        </MemoryRouter>
      </ServicesProvider>
    </StrictMode>,
  );
  return { ...server, session };
}

const finishing = (answer: object) => ({ [`POST ${FINISH}`]: () => jsonResponse(answer) });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('CallbackPage', () => {
  afterEach(() => tabStorage.removeItem('luit:after-provider'));

  it('finishes the sign-in once and opens the page from which the person came', async () => {
    tabStorage.setItem('luit:after-provider', '/vault?tab=packs');
    const server = show(RETURNED, finishing({ next: 'signed_in', session: aSession('t1') }));
    expect(await screen.findByText('the vault')).toBeInTheDocument();
    expect(server.callsTo(FINISH).map(({ body }) => body)).toEqual([
      { code: 'c-1', state: 's-1', iss: 'https://accounts.google.com' },
    ]);
    expect(server.session.getState().status).toBe('signed-in');
  });

  it.each(['//evil.example/x', 'https://evil.example', 'javascript:alert(1)', '/\\evil.example', ''])(
    'does not return to %s, which is no page of this site',
    async (page) => {
      tabStorage.setItem('luit:after-provider', page);
      show(RETURNED, finishing({ next: 'signed_in', session: aSession('t1') }));
      expect(await screen.findByText('the dashboard')).toBeInTheDocument();
    },
  );

  it('asks a new person for a name and the consents of a sign-up', async () => {
    const server = show(RETURNED, {
      ...finishing({ next: 'sign_up', token: 't', email: 'asha@example.in', name: 'Asha' }),
      'POST /api/auth/openid/signup': () => jsonResponse(aSession('t1')),
    });
    expect(await screen.findByText(/you are 18 or older/)).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('asha@example.in');
    await userEvent.clear(screen.getByLabelText('Full name'));
    await press('Create account');
    expect(await screen.findByText('Name is required')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Full name'), ' Asha Das ');
    await press('Create account');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/openid/signup')[0]?.body).toMatchObject({
      ...{ token: 't', name: 'Asha Das', marketing: false, language: 'en' },
      ...{ termsVersion: expect.any(String), privacyVersion: expect.any(String), ageVersion: expect.any(String) },
    });
  });

  it('links an existing account with its password', async () => {
    const answers = [
      () => errorResponse(401, 'invalid_credentials', 'This isn’t the password of your Luit account'),
      () => jsonResponse(aSession('t1')),
    ];
    show(RETURNED, {
      ...finishing({ next: 'link', token: 't', email: 'asha@example.in' }),
      'POST /api/auth/openid/link': () => answers.shift()?.() ?? jsonResponse({}),
    });
    expect(await screen.findByText(/There is a Luit account with asha@example.in/)).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Password of your Luit account'), 'secret1');
    await press('Link and sign in');
    expect(await screen.findByText('This isn’t the password of your Luit account')).toBeInTheDocument();
    await press('Link and sign in');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
  });

  it('emails a link to whoever does not know the password', async () => {
    const server = show(RETURNED, {
      ...finishing({ next: 'link', token: 't', email: 'asha@example.in' }),
      'POST /api/auth/openid/link/mail': () => jsonResponse({}),
    });
    await press('Email me a link instead');
    expect(await screen.findByText(/We emailed a link to asha@example.in/)).toBeInTheDocument();
    expect(server.callsTo('/api/auth/openid/link/mail')[0]?.body).toEqual({ token: 't' });
  });

  it('the mailed link needs a button, and the password in another browser', async () => {
    const answers = [
      () => errorResponse(403, 'password_required', 'Open the link in the browser in which you began'),
      () => jsonResponse(aSession('t1')),
    ];
    const server = show('?token=mailed', {
      'POST /api/auth/openid/link': () => answers.shift()?.() ?? jsonResponse({}),
    });
    expect(server.callsTo('/api/auth/openid/link')).toEqual([]);
    await press('Link to my Luit account');
    await userEvent.type(await screen.findByLabelText('Password of your Luit account'), 'secret1');
    await press('Link and sign in');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/openid/link').map(({ body }) => body)).toEqual([
      { token: 'mailed' },
      { token: 'mailed', password: 'secret1' },
    ]);
  });

  it.each([
    ['?error=access_denied&state=s-1', /You canceled the sign-in/],
    ['?error=server_error', /was not completed/],
    ['', /was not completed/],
  ])('%s is told without a request', async (search, text) => {
    const server = show(search);
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(server.callsTo(FINISH)).toEqual([]);
  });

  it.each([
    [400, 'link_invalid_or_expired', /expired or was already used/],
    [403, 'email_not_confirmed', /not verified there/],
    [403, 'user_blocked', /blocked/],
    [503, 'unavailable', /couldn’t reach the sign-in service/],
  ])('a %i %s response says what to do', async (status, code, text) => {
    show(RETURNED, { [`POST ${FINISH}`]: () => errorResponse(status, code, 'This account has been blocked.') });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeInTheDocument();
  });

  it('finishes what was begun with a session with that session', async () => {
    const server = show(RETURNED, {
      ...finishing({ next: 'linked' }),
      'POST /api/auth/refresh': () => jsonResponse(aSession('t2', { expires_in: 900 })),
    });
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
    await waitFor(() => expect(server.callsTo(FINISH)[0]?.headers.get('authorization')).toBe('Bearer t2'));
  });
});
