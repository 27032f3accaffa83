import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft, readDraft } from '../features/drafts/draft-store';
import { readKey, saveKey } from '../features/restore/provider-key';
import { aSession, fakeServer } from '../testing/fake-server';
import { createBrowserSession } from './browser-session';
import { savePrompt, savedPrompt } from './saved-prompt';

const REMOTE = { message: 'Your session was ended.' };

describe('what a browser keeps of whoever was signed in', () => {
  const server = () => fakeServer({ 'POST /api/auth/signout?scope=local': () => new Response(null, { status: 204 }) });
  const signedIn = async () => {
    const session = createBrowserSession(server().fetch);
    await session.establish(aSession('t1'));
    return session;
  };
  const wordsKept = () => [readDraft('u-1', 'prompt')?.prompt, savedPrompt()].filter(Boolean);

  beforeEach(() => {
    // No IndexedDB here: the draft store says so, and goes on.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    saveKey('r8_secret');
    saveDraft('u-1', 'prompt', { prompt: 'a river' });
    savePrompt('a boat');
  });
  afterEach(() => void vi.restoreAllMocks());

  it('signing out takes the provider key and the drafts away, in the other tabs too', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    await vi.waitFor(() => expect(there.accessToken()).toBe('t1'));
    await here.signOut();
    await vi.waitFor(() => expect([readKey(), ...wordsKept()]).toEqual(['']));
    await vi.waitFor(() => expect(there.getState().status).toBe('signed-out'));
  });

  it('a session ended elsewhere takes the provider key away, and leaves the words of an open form [RT-14]', async () => {
    (await signedIn()).end({ code: 'signed_out', ...REMOTE });
    expect(readKey()).toBe('');
    expect(wordsKept()).toEqual(['a river', 'a boat']);
  });

  it.each(['blocked', 'user_blocked', 'account_closed'])('%s: nothing is left', async (code) => {
    (await signedIn()).end({ code, ...REMOTE });
    expect(readKey()).toBe('');
    await vi.waitFor(() => expect(wordsKept()).toEqual([]));
  });
});
