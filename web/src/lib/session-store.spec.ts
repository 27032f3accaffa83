import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, aUser, fakeServer, json, refuse } from '../testing/fake-server';
import { sessionStore, sharedChannel, sharedLock } from '../testing/session-environment';
import { TICK_MS } from './session-store';

const REFRESH = '/api/auth/refresh';

describe('SessionStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('AUTH-14: is loading where a session may exist, then signed in', async () => {
    localStorage.setItem('luit.session', '1');
    const store = sessionStore(fakeServer({ [`POST ${REFRESH}`]: () => json(aSession('t1')) }).fetch);
    expect(store.getState().status).toBe('loading');
    await store.restore();
    expect(store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-1' } });
    expect(store.accessToken()).toBe('t1');
  });

  it('is signed out when the refresh is refused, and does not ask the next time', async () => {
    localStorage.setItem('luit.session', '1');
    const store = sessionStore(fakeServer({ [`POST ${REFRESH}`]: () => refuse(401, 'unauthorized', 'no') }).fetch);
    await store.restore();
    expect(store.getState().status).toBe('signed-out');
    expect(localStorage.getItem('luit.session')).toBeNull();
  });

  it('keeps the hint and tries again when the server does not answer', async () => {
    localStorage.setItem('luit.session', '1');
    const server = fakeServer({ [`POST ${REFRESH}`]: () => refuse(503, 'unavailable', 'later') });
    await sessionStore(server.fetch).restore();
    expect(server.asked).toHaveLength(3);
    expect(localStorage.getItem('luit.session')).toBe('1');
  });

  it('AUTH-13: signs an unconfirmed session out at once', async () => {
    const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    const store = sessionStore(server.fetch);
    const unconfirmed = aSession('t1', { user: aUser({ email_confirmed_at: null }) });
    await expect(store.establish(unconfirmed)).rejects.toThrow('Please check your email and confirm your account');
    expect(store.getState().status).toBe('signed-out');
    expect(store.accessToken()).toBeNull();
  });

  it('AUTH-36: ticks every 30 s and refreshes when 90 s or less remain', async () => {
    const server = fakeServer({ [`POST ${REFRESH}`]: () => json(aSession('t2')) });
    const store = sessionStore(server.fetch);
    await store.establish(aSession('t1', { expires_in: 180 }));
    const stop = store.start();
    await vi.advanceTimersByTimeAsync(2 * TICK_MS);
    expect(server.asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(TICK_MS);
    expect(server.asked).toHaveLength(1);
    expect(store.accessToken()).toBe('t2');
    stop();
  });

  it('refreshes once for several tabs that find the token due together', async () => {
    let issued = 1;
    const server = fakeServer({ [`POST ${REFRESH}`]: () => json(aSession(`t${++issued}`)) });
    const exclusively = sharedLock();
    const channel = sharedChannel();
    const tabs = [1, 2, 3].map((tab) => sessionStore(server.fetch, { exclusively, channel: channel(tab) }));
    await tabs[0]?.establish(aSession('t1', { expires_in: 60 }));
    await Promise.all(tabs.map((tab) => tab.tick()));
    expect(server.callsTo(REFRESH)).toHaveLength(1);
    expect(tabs.map((tab) => tab.accessToken())).toEqual(['t2', 't2', 't2']);
  });

  it('renews once when several calls were refused with the same token', async () => {
    const server = fakeServer({ [`POST ${REFRESH}`]: () => json(aSession('t2')) });
    const store = sessionStore(server.fetch, { exclusively: sharedLock() });
    await store.establish(aSession('t1'));
    await expect(Promise.all([store.renew('t1'), store.renew('t1')])).resolves.toEqual(['t2', 't2']);
    expect(server.asked).toHaveLength(1);
  });

  it('AUTH-15: a sign-out reaches the other tabs', async () => {
    const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    const channel = sharedChannel();
    const [one, two] = [1, 2].map((tab) => sessionStore(server.fetch, { channel: channel(tab) }));
    await one?.establish(aSession('t1'));
    expect(two?.getState().status).toBe('signed-in');
    await one?.signOut();
    expect(two?.getState().status).toBe('signed-out');
  });

  it('AUTH-16: keeps an error until it is cleared', () => {
    const store = sessionStore(fakeServer({}).fetch);
    store.fail(new Error('Invalid email or password'), 'x');
    expect(store.getState().error).toBe('Invalid email or password');
    store.clearError();
    expect(store.getState().error).toBeNull();
  });

  it('tells a blocked person why the session is over', async () => {
    const blocked = 'This account has been blocked. Please contact support.';
    const store = sessionStore(fakeServer({ [`POST ${REFRESH}`]: () => refuse(403, 'user_blocked', blocked) }).fetch);
    await store.establish(aSession('t1'));
    await expect(store.renew('t1')).resolves.toBeNull();
    expect(store.getState()).toMatchObject({ status: 'signed-out', user: null, error: blocked, isBeingDeleted: false });
  });

  it('shows a changed name in every tab', async () => {
    const channel = sharedChannel();
    const [one, two] = [1, 2].map((tab) => sessionStore(fakeServer({}).fetch, { channel: channel(tab) }));
    await one?.establish(aSession('t1'));
    one?.changeUser(aUser({ user_metadata: { name: 'Mridula', credits: 0, status: 'active' } }));
    expect([one, two].map((store) => store?.getState().user?.user_metadata.name)).toEqual(['Mridula', 'Mridula']);
    expect(two?.accessToken()).toBe('t1');
  });
});
