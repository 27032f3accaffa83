import { describe, expect, it, vi } from 'vitest';
import { aUser, errorResponse, fakeServer, jsonResponse } from '../testing/fake-server';
import { takeView } from './view';
import { createViewSession } from './view-session';

const NOW = Date.parse('2026-11-24T00:00:00Z');
const UNTIL = '2026-11-24T00:15:00Z';

describe('the session of an operator who views as a user', () => {
  it('its token is taken out of the address', () => {
    const history = { replaceState: vi.fn() } as unknown as History;
    const location = { pathname: '/dashboard', search: '?a=1', hash: `#view=t.o.k&until=${UNTIL}` };
    expect(takeView(location, history)).toEqual({ token: 't.o.k', until: UNTIL });
    expect(history.replaceState).toHaveBeenCalledWith(null, '', '/dashboard?a=1');
    expect(takeView({ ...location, hash: '#pricing' }, history)).toBeNull();
  });

  it('it reads the user with its token, and neither renews nor stores anything', async () => {
    const server = fakeServer({
      'GET /api/auth/user': () => jsonResponse({ user: aUser({ email_confirmed_at: null }) }),
    });
    const session = createViewSession(server.fetch, { token: 't.o.k', until: UNTIL }, () => NOW);
    await session.restore();
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: { email: 'mridula@example.in' } });
    expect(session.accessToken()).toBe('t.o.k');
    expect(await session.renew('t.o.k')).toBeNull();
    await session.signOut();
    expect(session.getState().status).toBe('signed-out');
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: server.calls.length }, () => 'GET /api/auth/user'),
    );
    expect(server.calls[0]?.headers.get('authorization')).toBe('Bearer t.o.k');
    expect(localStorage.getItem('luit.session')).toBeNull();
  });

  it('it ends at its time, and when the operator ended it', async () => {
    const refused = fakeServer({
      'GET /api/auth/user': () => errorResponse(401, 'unauthorized', 'Auth session missing'),
    });
    for (const [fetch, now] of [
      [refused.fetch, NOW],
      [fakeServer({}).fetch, Date.parse(UNTIL)],
    ] as const) {
      const session = createViewSession(fetch, { token: 't.o.k', until: UNTIL }, () => now);
      await session.restore();
      expect(session.getState().status).toBe('signed-out');
    }
  });
});
