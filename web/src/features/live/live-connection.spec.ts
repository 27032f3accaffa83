import { describe, expect, it } from 'vitest';
import { queryClient } from '../../lib/query-client';
import { aSession, fakeServer } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { LiveConnection, type LiveSocket } from './live-connection';

/** A socket on which a test says what the server pushes. */
function pushedSocket() {
  const listeners = new Map<string, (payload: unknown) => void>();
  const socket = {
    on: (event: string, listener: (payload: unknown) => void) => listeners.set(event, listener),
    emit: () => undefined,
    disconnect: () => undefined,
  };
  return {
    socket: socket as unknown as LiveSocket,
    push: (event: string, payload: unknown) => listeners.get(event)?.(payload),
  };
}

describe('LiveConnection', () => {
  it.each([
    ['signed_out', 'You have been signed out.'],
    ['blocked', 'This account has been blocked. Please contact support.'],
    ['password_changed', 'Your password was changed. Please sign in with the new one.'],
    ['token_reused', 'You have been signed out, because your session was used from elsewhere. Please sign in again.'],
  ])('signs out at once when the session ended: %s', async (reason, text) => {
    const session = sessionStore(fakeServer({}).fetch);
    await session.adopt(aSession('t1'));
    const { socket, push } = pushedSocket();
    const opened = Promise.resolve(socket);
    const stop = new LiveConnection(queryClient, session, () => opened).start();
    await opened;
    push('session.ended', { reason });
    expect(session.getState()).toMatchObject({ status: 'signed-out', user: null, error: text });
    stop();
  });
});
