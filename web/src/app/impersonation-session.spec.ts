import { describe, expect, it, vi } from 'vitest';
import { aSession, aUser, errorResponse, fakeServer, jsonResponse } from '../testing/fake-server';
import { takeImpersonation } from './impersonation';
import { ApiClient } from '../lib/api-client';
import { createImpersonationSession, readOnlyFetch } from './impersonation-session';

const UNTIL = '2026-11-24T00:15:00Z';

/** What the server says of the token of a view. */
const aView = (changes: Partial<ReturnType<typeof aSession>> = {}) => ({
  session: aSession('t.o.k', { expires_at: Date.parse(UNTIL) / 1_000, expires_in: 900, ...changes }),
  is_view: true,
});

describe('the session of an operator who impersonates a user', () => {
  it('its token is taken out of the address', () => {
    const history = { replaceState: vi.fn() } as unknown as History;
    const location = { pathname: '/dashboard', search: '?a=1', hash: `#view=t.o.k&until=${UNTIL}` };
    expect(takeImpersonation(location, history)).toEqual({ token: 't.o.k', until: UNTIL });
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/dashboard?a=1');
    expect(takeImpersonation({ ...location, hash: '#pricing' }, history)).toBeNull();
  });

  it('it reads the user with its token, and neither renews nor stores anything', async () => {
    const server = fakeServer({
      'GET /api/auth/session': () => jsonResponse(aView({ user: aUser({ email_confirmed_at: null }) })),
    });
    const session = createImpersonationSession(server.fetch, { token: 't.o.k' });
    await session.restore();
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: { email: 'mridula@example.in' } });
    expect(session.accessToken()).toBe('t.o.k');
    expect(await session.renew('t.o.k')).toBeNull();
    await session.signOut();
    expect(session.getState().status).toBe('signed-out');
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: server.calls.length }, () => 'GET /api/auth/session'),
    );
    expect(server.calls[0]?.headers.get('authorization')).toBe('Bearer t.o.k');
    expect(localStorage.getItem('luit.session')).toBeNull();
  });

  it('it ends at its time, and when the operator ended it', async () => {
    const refused = fakeServer({
      'GET /api/auth/session': () => errorResponse(401, 'unauthorized', 'Auth session missing'),
    });
    const ended = fakeServer({ 'GET /api/auth/session': () => jsonResponse(aView({ expires_in: 0 })) });
    for (const { fetch } of [refused, ended]) {
      const session = createImpersonationSession(fetch, { token: 't.o.k' });
      await session.restore();
      expect(session.getState().status).toBe('signed-out');
    }
  });

  it.each([
    ['of a session', { is_view: false }],
    ['that is not valid', { session: null, is_view: false }],
    ['that is not valid but claims to be an impersonation session', { session: null, is_view: true }],
    ['of a session on a server that tells no kinds apart', { is_view: undefined }],
  ])('a token %s opens nothing', async (_, changes) => {
    const server = fakeServer({ 'GET /api/auth/session': () => jsonResponse({ ...aView(), ...changes }) });
    const session = createImpersonationSession(server.fetch, { token: 't.o.k' });
    await session.restore();
    expect(session.getState()).toMatchObject({ status: 'signed-out', user: null });
    expect(session.accessToken()).toBeNull();
  });

  it('it sends no change, whatever the page does', async () => {
    const server = fakeServer({ 'GET /api/requests': () => jsonResponse({ requests: [] }) });
    const fetch = readOnlyFetch(server.fetch);
    const session = createImpersonationSession(fetch, { token: 't.o.k' });
    const api = new ApiClient(fetch, session);
    await api.call('/api/requests');
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const bearer of [undefined, null, 'another'])
        await expect(api.call('/api/requests', { method, bearer })).rejects.toMatchObject({ code: 'forbidden' });
    expect(server.calls.map(({ method }) => method)).toEqual(['GET']);
  });
});
