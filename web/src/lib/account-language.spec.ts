import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, aUser, errorResponse, fakeServer, jsonResponse } from '../testing/fake-server';
import { sessionStore } from '../testing/session-environment';
import { chooseLanguage, loadInLanguageOf, speaksAnotherLanguage } from './account-language';
import { ApiClient } from './api-client';
import { i18n } from './i18n';
import type { Services } from './services';

const SAVE = 'PATCH /api/auth/user';
const location = { href: window.location.href, reload: vi.fn(), replace: vi.fn() };
const saved = () => localStorage.getItem('luit.language');

beforeEach(() => vi.stubGlobal('location', location));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  i18n.activate('en');
});

async function start(routes: Parameters<typeof fakeServer>[0], more: Partial<Services> = {}, isSignedIn = true) {
  const server = fakeServer(routes);
  const session = sessionStore(server.fetch);
  if (isSignedIn) await session.establish(aSession('t1'));
  const services: Services = { api: new ApiClient(server.fetch, session), session, ...more };
  return { services, ...server };
}

describe('choosing a language', () => {
  it('saves it to the account of a signed-in user before the page is loaded again', async () => {
    const { services, calls } = await start({ [SAVE]: () => jsonResponse({ user: aUser({ language: 'hi' }) }) });
    await chooseLanguage(services, 'hi');
    expect(calls.map(({ method, path, body, keepalive }) => ({ method, path, body, keepalive }))).toEqual([
      { method: 'PATCH', path: '/api/auth/user', body: { language: 'hi' }, keepalive: true },
    ]);
    expect(saved()).toBe('hi');
    expect(location.reload).toHaveBeenCalledOnce();
  });

  it('takes effect in this browser even if the account cannot be reached, which is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { services } = await start({ [SAVE]: () => errorResponse(503, 'unavailable', 'Try again') });
    await chooseLanguage(services, 'hi');
    expect(log).toHaveBeenCalledWith('Saving the language of the account failed:', expect.anything());
    expect(saved()).toBe('hi');
    expect(location.reload).toHaveBeenCalledOnce();
  });

  it.each([
    ['a visitor', {}, false, 'hi'],
    ['an account that has it already', {}, true, 'en'],
    ['an operator who impersonates the user', { impersonation: { until: '2026-11-26T10:00:00Z' } }, true, 'hi'],
  ] as const)('changes no account for %s', async (_who, more, isSignedIn, language) => {
    const { services, calls } = await start({}, more, isSignedIn);
    await chooseLanguage(services, language);
    expect(calls).toEqual([]);
    expect(saved()).toBe(language);
    expect(location.reload).toHaveBeenCalledOnce();
  });
});

describe('the language of the account', () => {
  it('is taken over in a browser in which none was chosen', () => {
    const user = aUser({ language: 'hi' });
    expect(speaksAnotherLanguage(user)).toBe(true);
    loadInLanguageOf(user, '/dashboard');
    expect(saved()).toBe('hi');
    expect(location.replace).toHaveBeenCalledWith('/dashboard');
    expect(speaksAnotherLanguage(user)).toBe(false);
  });

  it('changes nothing if the page has it, or another one was chosen here', () => {
    expect(speaksAnotherLanguage(aUser())).toBe(false);
    localStorage.setItem('luit.language', 'en');
    expect(speaksAnotherLanguage(aUser({ language: 'hi' }))).toBe(false);
  });
});
