import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft, readDraft } from '../shared/drafts/draft-store';
import { readKey, saveKey } from '../lib/provider-key';
import { aSession, errorResponse, fakeServer, jsonResponse } from '../testing/fake-server';
import { createBrowserSession } from './browser-session';
import { savePrompt, savedPrompt } from '../shared/drafts/saved-prompt';

const REMOTE_END = { message: 'Your session was ended.' };

describe('tabs of one browser', () => {
  const REFRESH = 'POST /api/auth/refresh';
  const stubLocks = (request: unknown) => vi.stubGlobal('navigator', { ...navigator, locks: { request } });

  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    localStorage.setItem('luit.session', '1');
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('a tab does not wait for ever for the lock that another tab holds', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    stubLocks(
      (_: string, { signal }: LockOptions) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    );
    const session = createBrowserSession(fakeServer({ [REFRESH]: () => jsonResponse(aSession('t1')) }).fetch);
    const restored = session.restore();
    expect(session.getState().status).toBe('loading');
    expect(timeout).toHaveBeenCalledWith(4_000);
    limit.abort(new DOMException('Waited', 'TimeoutError'));
    await restored;
    expect(session.getState().status).toBe('signed-in');
  });

  it('a browser that denies locks, or has none, refreshes without', async () => {
    for (const request of [() => Promise.reject(new DOMException('denied', 'SecurityError')), undefined]) {
      stubLocks(request);
      const session = createBrowserSession(fakeServer({ [REFRESH]: () => jsonResponse(aSession('t1')) }).fetch);
      await session.restore();
      expect(session.getState().status).toBe('signed-in');
    }
  });

  it('a refresh under the lock is made once, also if it fails', async () => {
    const server = fakeServer({ [REFRESH]: () => errorResponse(401, 'unauthorized', 'no') });
    stubLocks((_: string, _options: LockOptions, task: () => Promise<unknown>) => task());
    await createBrowserSession(server.fetch).restore();
    expect(server.calls).toHaveLength(1);
  });
});

describe('browser data at the end of a session', () => {
  const server = () => fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
  const signedIn = async () => {
    const session = createBrowserSession(server().fetch);
    await session.establish(aSession('t1'));
    return session;
  };
  const savedTexts = () => [readDraft('u-1', 'prompt')?.prompt, savedPrompt()].filter(Boolean);

  beforeEach(() => {
    // jsdom has no IndexedDB; the draft store logs that and continues.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    saveKey('r8_secret');
    saveDraft('u-1', 'prompt', { prompt: 'a river' });
    savePrompt({ prompt: 'a boat' });
  });
  afterEach(() => void vi.restoreAllMocks());

  it('sign-out deletes the API key and drafts in all tabs', async () => {
    const [first, second] = [await signedIn(), await signedIn()];
    await vi.waitFor(() => expect(second.accessToken()).toBe('t1'));
    await first.signOut();
    await vi.waitFor(() => expect([readKey(), ...savedTexts()]).toEqual(['']));
    await vi.waitFor(() => expect(second.getState().status).toBe('signed-out'));
  });

  it('a session ended remotely deletes the API key and keeps drafts [RT-14]', async () => {
    (await signedIn()).end({ code: 'signed_out', ...REMOTE_END });
    expect(readKey()).toBe('');
    expect(savedTexts()).toEqual(['a river', 'a boat']);
  });

  it.each(['blocked', 'user_blocked', 'account_closed'])(
    'a session end with code %s deletes everything',
    async (code) => {
      (await signedIn()).end({ code, ...REMOTE_END });
      expect(readKey()).toBe('');
      await vi.waitFor(() => expect(savedTexts()).toEqual([]));
    },
  );
});
