import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiClient } from '../../../lib/api-client';
import { clearPrompt, savePrompt } from '../../../shared/drafts/saved-prompt';
import { ServicesProvider } from '../../../lib/services';
import { aSession, aUser, fakeServer, jsonResponse, errorResponse } from '../../../testing/fake-server';
import { sessionStore } from '../../../testing/session-environment';
import AuthPage from './auth-page';
import { i18n } from '../../../lib/i18n';

const signedOut = {
  'POST /api/auth/refresh': () => errorResponse(401, 'unauthorized', 'no'),
  'GET /api/auth/methods': () => jsonResponse({ provider: null, passkeys: false }),
};

function show(address: string, routes: Parameters<typeof fakeServer>[0] = {}, state?: object) {
  const server = fakeServer({ ...signedOut, ...routes });
  const session = sessionStore(server.fetch);
  render(
    <ServicesProvider services={{ api: new ApiClient(server.fetch, session), session }}>
      <MemoryRouter initialEntries={[{ pathname: '/auth', search: address.split('?')[1] ?? '', state }]}>
        <Routes>
          <Route path="/auth" element={<AuthPage />} />
          <Route path="/dashboard" element={<p>the dashboard</p>} />
          <Route path="/vault" element={<p>the vault</p>} />
        </Routes>
      </MemoryRouter>
    </ServicesProvider>,
  );
  return { ...server, session };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fill(fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await userEvent.type(screen.getByLabelText(label), text);
}

describe('AuthPage, for a visitor who wrote a prompt', () => {
  afterEach(clearPrompt);

  it('both forms say that the prompt is saved', async () => {
    savePrompt({ prompt: 'Lamps on the water' });
    show('/auth?mode=signup');
    const notice = screen.getByRole('status');
    expect(notice).toHaveTextContent(/^Your prompt is saved/);
    expect(notice).toHaveTextContent('Lamps on the water');
    await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(screen.getByRole('status')).toBe(notice);
  });

  it('nothing is said without a prompt', () => {
    show('/auth?mode=signup');
    expect(screen.queryByText('Your prompt is saved')).not.toBeInTheDocument();
  });
});

describe('AuthPage, signing in', () => {
  it('the sign-in form requires email and password [AUTH-06, AUTH-07, AUTH-08]', async () => {
    show('/auth');
    await press('Sign in');
    expect(await screen.findByText('Email is required')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    await fill({ Email: 'no-address' });
    expect(await screen.findByText('Email is invalid')).toBeInTheDocument();
  });

  it.each([
    [401, 'invalid_credentials', 'Invalid email or password', 'AUTH-22'],
    [403, 'email_not_confirmed', 'Please check your email and confirm your account before signing in', 'AUTH-23'],
    [429, 'too_many_attempts', 'Too many login attempts. Please try again later', 'AUTH-24'],
    [404, 'user_not_found', 'No account found with this email address. Please sign up first', 'AUTH-25'],
    [400, 'invalid_email', 'Please enter a valid email address', 'AUTH-19'],
  ])('a %i %s response shows “%s”, which can be dismissed [%s]', async (status, code, text) => {
    show('/auth', { 'POST /api/auth/signin': () => errorResponse(status, code, 'raw') });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    expect(await screen.findByText(text)).toBeInTheDocument();
    await press('Dismiss message');
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  });

  it.each([
    [404, 'user_not_found', [['Sign up', '/auth?mode=signup']]],
    [401, 'invalid_credentials', [['Reset your password', '/auth?reset=true']]],
    [403, 'user_blocked', [['Contact us', '/contact']]],
  ] as const)('a %i %s response links to what to do', async (status, code, links) => {
    show('/auth', { 'POST /api/auth/signin': () => errorResponse(status, code, 'raw') });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(links);
  });

  it('the link of a wrong password opens the reset with the entered address', async () => {
    show('/auth', { 'POST /api/auth/signin': () => errorResponse(401, 'invalid_credentials', 'raw') });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    await userEvent.click(await screen.findByRole('link', { name: 'Reset your password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset your password' }));
    expect(dialog.getByLabelText('Email')).toHaveValue('a@b.in');
    expect(screen.queryByText('Invalid email or password')).not.toBeInTheDocument();
  });

  it.each([
    ['password_changed', 'status'],
    ['signed_out', 'status'],
    ['token_reused', 'alert'],
  ])('a session that ended because of %s is told as a %s', (code, role) => {
    const { session } = show('/auth');
    act(() => session.end({ code, message: 'Your session ended.' }));
    expect(screen.getByRole(role)).toHaveTextContent('Your session ended.');
  });

  it('sign-in to an account in deletion shows that it is being deleted [G-49]', async () => {
    const text = 'This account is being deleted. We’ll email you when it’s done.';
    show('/auth', { 'POST /api/auth/signin': () => errorResponse(403, 'account_closed', text) });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('a sign-in response without a user shows an error [AUTH-26]', async () => {
    show('/auth', { 'POST /api/auth/signin': () => jsonResponse({}) });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    expect(await screen.findByText('Login failed - no user data')).toBeInTheDocument();
  });

  it('sign-in returns to the page the visitor came from [RT-14]', async () => {
    const from = { pathname: '/vault', search: '' };
    show('/auth', { 'POST /api/auth/signin': () => jsonResponse(aSession('t1')) }, { from });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    expect(await screen.findByText('the vault')).toBeInTheDocument();
  });

  it('without a choice in this browser, the language of the account is taken over, and the page is loaded in it', async () => {
    const replace = vi.fn();
    vi.stubGlobal('location', { ...window.location, replace });
    const hindi = aSession('t1', { user: aUser({ language: 'hi' }) });
    show(
      '/auth',
      { 'POST /api/auth/signin': () => jsonResponse(hindi) },
      { from: { pathname: '/vault', search: '?a=1' } },
    );
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/vault?a=1'));
    vi.unstubAllGlobals();
    expect(localStorage.getItem('luit.language')).toBe('hi');
    expect(screen.queryByText('the vault')).not.toBeInTheDocument();
  });

  it('the language that was chosen in this browser is kept', async () => {
    localStorage.setItem('luit.language', 'en');
    const hindi = aSession('t1', { user: aUser({ language: 'hi' }) });
    show('/auth', { 'POST /api/auth/signin': () => jsonResponse(hindi) });
    await fill({ Email: 'a@b.in', Password: 'secret1' });
    await press('Sign in');
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
    expect(localStorage.getItem('luit.language')).toBe('en');
  });

  it('signed-in users are redirected to the dashboard [RT-02]', async () => {
    show('/auth', { 'POST /api/auth/refresh': () => jsonResponse(aSession('t1')) });
    expect(await screen.findByText('the dashboard')).toBeInTheDocument();
  });

  it('the password can be shown and hidden [AUTH-02]', async () => {
    show('/auth');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    await press('Show password');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await press('Hide password');
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  });
});

describe('AuthPage, signing up', () => {
  afterEach(() => void vi.useRealTimers());

  it('the sign-up form requires a name, an email address and a password of six characters [AUTH-04, AUTH-05, AUTH-06, AUTH-07]', async () => {
    show('/auth?mode=signup');
    await press('Create account');
    for (const text of ['Name is required', 'Email is required', 'Password is required'])
      expect(await screen.findByText(text)).toBeInTheDocument();
    await fill({ 'Full name': 'M', Email: 'rupali@example', Password: '12345' });
    await press('Create account');
    expect(await screen.findByText('Email is invalid')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 6 characters')).toBeInTheDocument();
  });

  it('the strength hint recommends 12 characters and rates the typed password [G-67]', async () => {
    show('/auth?mode=signup');
    const says = (text: string) => expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(text);
    says('We recommend 12 or more characters.');
    await fill({ Password: '12345' });
    says('Too short. We recommend 12 or more characters.');
    await fill({ Password: '678' });
    says('Long enough. We recommend 12 or more characters, and refuse common passwords.');
    await fill({ Password: '9012' });
    says('Good length. Common passwords are refused.');
    await userEvent.clear(screen.getByLabelText('Password'));
    await fill({ Email: 'asha.das@example.com', Password: 'Asha.Das' });
    says('Your email address can’t be your password.');
    await userEvent.clear(screen.getByLabelText('Password'));
    await fill({ Password: '            ' });
    says('A password can’t be only spaces.');
  });

  it('the form shows why the server rejected a password [G-67]', async () => {
    const reason = 'This password is among the most common ones, so it is easily guessed. Please choose another';
    show('/auth?mode=signup', { 'POST /api/auth/signup': () => errorResponse(400, 'weak_password', reason) });
    await fill({ 'Full name': 'M', Email: 'a@b.in', Password: 'secret1' });
    await press('Create account');
    expect(await screen.findByText(reason)).toBeInTheDocument();
  });

  it('a taken email address shows an error [AUTH-17]', async () => {
    show('/auth?mode=signup', { 'POST /api/auth/signup': () => errorResponse(409, 'email_taken', 'raw') });
    await fill({ 'Full name': 'M', Email: 'a@b.in', Password: 'secret1' });
    await press('Create account');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('An account with this email already exists')).toBeInTheDocument();
    expect(alert.getByRole('link', { name: 'Reset your password' })).toHaveAttribute('href', '/auth?reset=true');
    await userEvent.click(alert.getByRole('link', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('a@b.in');
    expect(screen.queryByText('An account with this email already exists')).not.toBeInTheDocument();
  });

  it('sign-up names the language of the page and the versions that it showed, without marketing', async () => {
    const user = aUser({ email: 'a@b.in', email_confirmed_at: null });
    const server = show('/auth?mode=signup', {
      'POST /api/auth/signup': () => jsonResponse({ requires_email_confirmation: true, user }, { status: 201 }),
    });
    await fill({ 'Full name': 'M', Email: 'a@b.in', Password: 'secret1' });
    i18n.activate('hi');
    await press('Create account');
    i18n.activate('en');
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toBeInTheDocument();
    const input = {
      ...{ name: 'M', email: 'a@b.in', password: 'secret1', language: 'hi', marketing: false },
      ...{ termsVersion: '2026-11-27', privacyVersion: '2026-11-27', ageVersion: '2026-11-27' },
    };
    expect(server.callsTo('/api/auth/signup').map(({ body }) => body)).toEqual([input]);
  });

  it('sign-up leads to Check Your Email, which resends with a 3 s notice and leads back [AUTH-10, AUTH-11, AUTH-12]', async () => {
    const scroll = vi.spyOn(window, 'scrollTo');
    const user = aUser({ email: 'a@b.in', email_confirmed_at: null });
    const server = show('/auth?mode=signup', {
      'POST /api/auth/signup': () => jsonResponse({ requires_email_confirmation: true, user }, { status: 201 }),
      'POST /api/auth/resend': () => jsonResponse({}),
    });
    await fill({ 'Full name': 'M', Email: 'a@b.in', Password: 'secret1' });
    await press('Create account');
    expect(await screen.findByRole('heading', { name: 'Check Your Email' })).toHaveFocus();
    expect(scroll).toHaveBeenCalledWith({ top: 0 });

    vi.useFakeTimers({ shouldAdvanceTime: true });
    await press('Resend email');
    expect(await screen.findByText('Confirmation email sent!')).toBeInTheDocument();
    expect(server.callsTo('/api/auth/resend')[0]?.body).toEqual({ email: 'a@b.in' });
    act(() => {
      vi.advanceTimersByTime(3100);
    });
    expect(screen.queryByText('Confirmation email sent!')).not.toBeInTheDocument();

    await press('Back to sign in');
    expect(screen.getByLabelText('Email')).toHaveValue('a@b.in');
  });
});

describe('AuthPage, without a password', () => {
  afterEach(() => vi.unstubAllGlobals());

  const offered = (methods: object) => ({ 'GET /api/auth/methods': () => jsonResponse(methods) });

  it('offers the provider in both forms, and a passkey where an account exists', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    show('/auth', offered({ provider: 'Google', passkeys: true }));
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));
    expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
  });

  it('offers neither where there is none, nor passkeys in a browser without them', async () => {
    const server = show('/auth', offered({ provider: null, passkeys: true }));
    await vi.waitFor(() => expect(server.callsTo('/api/auth/methods')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).not.toBeInTheDocument();
    expect(screen.queryByText('or')).not.toBeInTheDocument();
  });

  it('says that the provider cannot be reached', async () => {
    show('/auth', {
      ...offered({ provider: 'Google', passkeys: false }),
      'POST /api/auth/openid/start': () => errorResponse(503, 'unavailable', 'Google can’t be reached right now.'),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }));
    expect(await screen.findByText('Google can’t be reached right now.')).toBeInTheDocument();
  });
});
