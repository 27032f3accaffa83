import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aSession, aUser, fakeServer, jsonResponse, errorResponse } from '../testing/fake-server';
import { sessionStore, sharedChannel, sharedLock } from '../testing/session-environment';
import { TICK_MS } from './session-store';

const REFRESH = '/api/auth/refresh';

describe('SessionStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the state is loading if a session may exist, then signed in [AUTH-14]', async () => {
    localStorage.setItem('luit.session', '1');
    const store = sessionStore(fakeServer({ [`POST ${REFRESH}`]: () => jsonResponse(aSession('t1')) }).fetch);
    expect(store.getState().status).toBe('loading');
    await store.restore();
    expect(store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-1' } });
    expect(store.accessToken()).toBe('t1');
  });

  it('a rejected refresh signs out and is not repeated on the next load', async () => {
    localStorage.setItem('luit.session', '1');
    const store = sessionStore(
      fakeServer({ [`POST ${REFRESH}`]: () => errorResponse(401, 'unauthorized', 'no') }).fetch,
    );
    await store.restore();
    expect(store.getState().status).toBe('signed-out');
    expect(localStorage.getItem('luit.session')).toBeNull();
  });

  it('the refresh is retried and the hint kept while the server is unavailable', async () => {
    localStorage.setItem('luit.session', '1');
    const server = fakeServer({ [`POST ${REFRESH}`]: () => errorResponse(503, 'unavailable', 'later') });
    await sessionStore(server.fetch).restore();
    expect(server.calls).toHaveLength(3);
    expect(localStorage.getItem('luit.session')).toBe('1');
  });

  it('an unconfirmed session is signed out immediately [AUTH-13]', async () => {
    const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    const store = sessionStore(server.fetch);
    const unconfirmed = aSession('t1', { user: aUser({ email_confirmed_at: null }) });
    await expect(store.establish(unconfirmed)).rejects.toThrow('Please check your email and confirm your account');
    expect(store.getState().status).toBe('signed-out');
    expect(store.accessToken()).toBeNull();
  });

  it('the store ticks every 30 s and refreshes when 90 s or less remain [AUTH-36]', async () => {
    const server = fakeServer({ [`POST ${REFRESH}`]: () => jsonResponse(aSession('t2')) });
    const store = sessionStore(server.fetch);
    await store.establish(aSession('t1', { expires_in: 180 }));
    const stop = store.start();
    await vi.advanceTimersByTimeAsync(2 * TICK_MS);
    expect(server.calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(TICK_MS);
    expect(server.calls).toHaveLength(1);
    expect(store.accessToken()).toBe('t2');
    stop();
  });

  it('several tabs with a due token share one refresh', async () => {
    let issued = 1;
    const server = fakeServer({ [`POST ${REFRESH}`]: () => jsonResponse(aSession(`t${++issued}`)) });
    const exclusively = sharedLock();
    const channel = sharedChannel();
    const tabs = [1, 2, 3].map((tab) => sessionStore(server.fetch, { exclusively, channel: channel(tab) }));
    await tabs[0]?.establish(aSession('t1', { expires_in: 60 }));
    await Promise.all(tabs.map((tab) => tab.tick()));
    expect(server.callsTo(REFRESH)).toHaveLength(1);
    expect(tabs.map((tab) => tab.accessToken())).toEqual(['t2', 't2', 't2']);
  });

  it('several rejected calls share one renewal', async () => {
    const server = fakeServer({ [`POST ${REFRESH}`]: () => jsonResponse(aSession('t2')) });
    const store = sessionStore(server.fetch, { exclusively: sharedLock() });
    await store.establish(aSession('t1'));
    await expect(Promise.all([store.renew('t1'), store.renew('t1')])).resolves.toEqual(['t2', 't2']);
    expect(server.calls).toHaveLength(1);
  });

  it('a sign-out reaches the other tabs [AUTH-15]', async () => {
    const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    const channel = sharedChannel();
    const [one, two] = [1, 2].map((tab) => sessionStore(server.fetch, { channel: channel(tab) }));
    await one?.establish(aSession('t1'));
    expect(two?.getState().status).toBe('signed-in');
    await one?.signOut();
    expect(two?.getState().status).toBe('signed-out');
  });

  it('a sign-out reaches the server even if the page is closed', async () => {
    const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
    const store = sessionStore(server.fetch);
    await store.establish(aSession('t1'));
    await store.signOut();
    expect(server.calls.map(({ keepalive }) => keepalive)).toEqual([true]);
  });

  describe('a sign-out while the server cannot be reached', () => {
    const SIGN_OUT = '/api/auth/signout?scope=local';

    it('is applied here at once, and on the server when there is a connection', async () => {
      let isReachable = false;
      const server = fakeServer({
        [`POST ${SIGN_OUT}`]: () =>
          isReachable ? new Response(null, { status: 204 }) : Promise.reject(new TypeError('Failed to fetch')),
      });
      let connect = () => undefined as void;
      const connection = new Promise<void>((resolve) => (connect = resolve));
      const clearData = vi.fn();
      const store = sessionStore(server.fetch, { whenOnline: () => connection, clearData });
      await store.establish(aSession('t1'));
      const signedOut = store.signOut();
      expect(store.getState().status).toBe('signed-out');
      expect(clearData).toHaveBeenLastCalledWith('everything');
      await vi.waitFor(() => expect(store.getState().isSignOutPending).toBe(true));
      expect(server.calls).toHaveLength(1);
      isReachable = true;
      connect();
      await signedOut;
      expect(server.calls).toHaveLength(2);
      expect(store.getState()).toMatchObject({ status: 'signed-out', isSignOutPending: false });
      expect(localStorage.getItem('luit.session')).toBeNull();
    });

    it('is repeated by the next page, which does not restore the session', async () => {
      localStorage.setItem('luit.session', 'ending');
      const server = fakeServer({
        [`POST ${REFRESH}`]: () => jsonResponse(aSession('t2')),
        [`POST ${SIGN_OUT}`]: () => new Response(null, { status: 204 }),
      });
      const store = sessionStore(server.fetch);
      expect(store.getState()).toMatchObject({ status: 'signed-out', isSignOutPending: true });
      const stop = store.start();
      await store.restore();
      await vi.waitFor(() => expect(store.getState().isSignOutPending).toBe(false));
      expect(server.calls.map(({ path }) => path)).toEqual([SIGN_OUT]);
      expect(localStorage.getItem('luit.session')).toBeNull();
      stop();
    });

    it('is kept for the next page while the server fails, in every tab', async () => {
      const server = fakeServer({ [`POST ${SIGN_OUT}`]: () => errorResponse(503, 'unavailable', 'later') });
      const channel = sharedChannel();
      const [one, two] = [1, 2].map((tab) => sessionStore(server.fetch, { channel: channel(tab) }));
      await one?.establish(aSession('t1'));
      await one?.signOut();
      expect(one?.getState().isSignOutPending).toBe(true);
      expect(two?.getState().status).toBe('signed-out');
      expect(localStorage.getItem('luit.session')).toBe('ending');
    });

    it('does not end the session of who signs in meanwhile', async () => {
      let connect = () => undefined as void;
      const connection = new Promise<void>((resolve) => (connect = resolve));
      const server = fakeServer({ [`POST ${SIGN_OUT}`]: () => Promise.reject(new TypeError('Failed to fetch')) });
      const store = sessionStore(server.fetch, { whenOnline: () => connection });
      await store.establish(aSession('t1'));
      const signedOut = store.signOut();
      await vi.waitFor(() => expect(store.getState().isSignOutPending).toBe(true));
      await store.establish(aSession('t2'));
      expect(store.getState()).toMatchObject({ status: 'signed-in', isSignOutPending: false });
      connect();
      await signedOut;
      expect(server.calls).toHaveLength(1);
      expect(localStorage.getItem('luit.session')).toBe('1');
    });
  });

  describe('an answer that comes after the end of its session', () => {
    /** A refresh whose answer the test sends. */
    const waitingRefresh = () => {
      let answer: (response: Response) => void = () => undefined;
      const server = fakeServer({
        [`POST ${REFRESH}`]: () => new Promise<Response>((resolve) => (answer = resolve)),
        'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }),
      });
      return { ...server, answer: (response: Response) => answer(response) };
    };

    it.each(['restore', 'tick'] as const)('does not sign in again after a sign-out during %s', async (method) => {
      const server = waitingRefresh();
      const channel = sharedChannel();
      const [one, two] = [1, 2].map((tab) => sessionStore(server.fetch, { channel: channel(tab) }));
      if (method === 'tick') await one?.establish(aSession('t1', { expires_in: 60 }));
      else localStorage.setItem('luit.session', '1');
      const refreshed = one?.[method]();
      await two?.signOut();
      server.answer(jsonResponse(aSession('t2')));
      await refreshed;
      expect(one?.getState()).toMatchObject({ status: 'signed-out', user: null });
      expect([one?.accessToken(), two?.accessToken()]).toEqual([null, null]);
      expect(localStorage.getItem('luit.session')).toBeNull();
    });

    it.each([
      ['an old session', () => jsonResponse(aSession('t9', { user: aUser({ id: 'u-9' }) }))],
      ['a refusal', () => errorResponse(401, 'unauthorized', 'no')],
      ['no answer', () => Response.error()],
    ])('does not touch who signed in meanwhile: %s', async (_, response) => {
      const server = waitingRefresh();
      localStorage.setItem('luit.session', '1');
      const store = sessionStore(server.fetch);
      const restored = store.restore();
      await store.establish(aSession('t2'));
      server.answer(response());
      await restored;
      expect(store.getState()).toMatchObject({ status: 'signed-in', user: { id: 'u-1' }, error: null });
      expect(store.accessToken()).toBe('t2');
    });

    it('does not renew a call of the earlier user with the token of the next one', async () => {
      const server = waitingRefresh();
      const store = sessionStore(server.fetch);
      await store.establish(aSession('t1'));
      const renewed = store.renew('t1');
      store.receive({
        kind: 'renewed',
        session: { token: 't2', expiresAt: Date.now() + 900_000, user: aUser({ id: 'u-2' }) },
      });
      server.answer(errorResponse(401, 'unauthorized', 'no'));
      expect(await renewed).toBeNull();
      expect(store.accessToken()).toBe('t2');
    });
  });

  it('a server that does not answer ends the wait with its message, and the next page tries again', async () => {
    localStorage.setItem('luit.session', '1');
    let passed = 0;
    const server = fakeServer({
      [`POST ${REFRESH}`]: () => {
        passed += 8_000;
        return Promise.reject(new DOMException('The server did not answer', 'TimeoutError'));
      },
    });
    const store = sessionStore(server.fetch, { now: () => passed });
    await store.restore();
    expect(server.calls).toHaveLength(2);
    expect(store.getState()).toMatchObject({ status: 'signed-out', errorCode: 'offline' });
    expect(store.getState().error).toMatch('We can’t reach the server');
    expect(localStorage.getItem('luit.session')).toBe('1');
  });

  it('a refresh carries a limit of its time', async () => {
    let signal: AbortSignal | null | undefined;
    const store = sessionStore((_, init) => {
      signal = init?.signal;
      return Promise.resolve(jsonResponse(aSession('t1')));
    });
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await store.restore();
    expect(timeout).toHaveBeenCalledWith(8_000);
    expect(signal).toBe(timeout.mock.results[0]?.value);
  });

  describe('the end of a session is explained', () => {
    const refused = () => fakeServer({ [`POST ${REFRESH}`]: () => errorResponse(401, 'unauthorized', 'no') });

    it('to who was signed in, in this page or an earlier one', async () => {
      localStorage.setItem('luit.session', '1');
      const store = sessionStore(refused().fetch);
      await store.restore();
      expect(store.getState()).toMatchObject({ error: 'You’ve been signed out.', errorCode: 'signed_out' });
      await store.establish(aSession('t1'));
      await store.renew('t1');
      expect(store.getState()).toMatchObject({ error: 'You’ve been signed out.', errorCode: 'signed_out' });
    });

    it('not to visitors', async () => {
      const store = sessionStore(refused().fetch);
      await store.restore();
      expect(store.getState()).toMatchObject({ status: 'signed-out', error: null });
    });

    it('in the other tabs of who signed out, and not in their own', async () => {
      const server = fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
      const channel = sharedChannel();
      const [one, two] = [1, 2].map((tab) => sessionStore(server.fetch, { channel: channel(tab) }));
      await one?.establish(aSession('t1'));
      await one?.signOut();
      expect([one, two].map((store) => store?.getState().error)).toEqual([null, 'You signed out in another tab.']);
    });
  });

  it('an error is kept until it is cleared [AUTH-16]', () => {
    const store = sessionStore(fakeServer({}).fetch);
    store.setError('Invalid email or password', null);
    expect(store.getState().error).toBe('Invalid email or password');
    store.clearError();
    expect(store.getState().error).toBeNull();
  });

  it('a blocked user sees why the session ended', async () => {
    const blocked = 'This account has been blocked. Please contact support.';
    const store = sessionStore(
      fakeServer({ [`POST ${REFRESH}`]: () => errorResponse(403, 'user_blocked', blocked) }).fetch,
    );
    await store.establish(aSession('t1'));
    await expect(store.renew('t1')).resolves.toBeNull();
    expect(store.getState()).toMatchObject({ status: 'signed-out', user: null, error: blocked, isBeingDeleted: false });
  });

  it('a changed name is published to every tab', async () => {
    const channel = sharedChannel();
    const [one, two] = [1, 2].map((tab) => sessionStore(fakeServer({}).fetch, { channel: channel(tab) }));
    await one?.establish(aSession('t1'));
    one?.updateUser(aUser({ user_metadata: { name: 'Mridula', credits: 0, status: 'active' } }));
    expect([one, two].map((store) => store?.getState().user?.user_metadata.name)).toEqual(['Mridula', 'Mridula']);
    expect(two?.accessToken()).toBe('t1');
  });
});
