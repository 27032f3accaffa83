import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveDraft, readDraft } from '../shared/drafts/draft-store';
import { readKey, saveKey } from '../lib/provider-key';
import { aSession, fakeServer } from '../testing/fake-server';
import { createBrowserSession } from './browser-session';
import { savePrompt, savedPrompt } from '../shared/drafts/saved-prompt';

const REMOTE_END = { message: 'Your session was ended.' };

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
