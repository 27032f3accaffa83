import { describe, expect, it, vi } from 'vitest';
import { onCreditsUpdated } from '../../lib/credits-events';
import { queryClient } from '../../lib/query-client';
import { aSession, fakeServer } from '../../testing/fake-server';
import { sessionStore } from '../../testing/session-environment';
import { LiveConnection, type LiveSocket } from './live-connection';

/** A socket whose server events are emitted by the test. */
function pushedSocket() {
  const listeners = new Map<string, (...payload: unknown[]) => void>();
  const emitWithAck = vi.fn(() => Promise.resolve({ requests: [], credits: { credits: 5, available: 5, held: 0 } }));
  const socket = {
    on: (event: string, listener: (...payload: unknown[]) => void) => listeners.set(event, listener),
    emit: () => undefined,
    timeout: () => ({ emitWithAck }),
    connect: vi.fn(),
    disconnect: vi.fn(),
  };
  return {
    socket: socket as unknown as LiveSocket,
    connect: socket.connect,
    disconnect: socket.disconnect,
    emitWithAck,
    push: (event: string, ...payload: unknown[]) => listeners.get(event)?.(...payload),
  };
}

/** A connection to the server that the test interrupts. */
function connectionOf(isOnline: boolean) {
  const listeners = new Set<() => void>();
  return {
    isOnline: () => isOnline,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    become: (next: boolean) => {
      isOnline = next;
      listeners.forEach((listener) => listener());
    },
  };
}

describe('LiveConnection', () => {
  it('without a connection the socket makes no attempts, and reconnects at once when it is back', async () => {
    const { socket, push, connect, disconnect } = pushedSocket();
    const opened = Promise.resolve(socket);
    const connection = connectionOf(true);
    const live = new LiveConnection(queryClient, sessionStore(fakeServer({}).fetch), () => opened, connection);
    const stop = live.start();
    await opened;
    push('connect');
    expect(live.getState()).toBe('live');
    connection.become(false);
    push('disconnect', 'io client disconnect');
    push('connect_error', new Error('websocket error'));
    expect(live.getState()).toBe('offline');
    expect(disconnect).toHaveBeenCalledTimes(1);
    expect(connect).not.toHaveBeenCalled();
    connection.become(true);
    expect(connect).toHaveBeenCalledTimes(1);
    expect(live.getState()).toBe('connecting');
    stop();
  });

  it('the first sync does not refetch a balance that the page has just loaded, a changed one does', async () => {
    const refetch = vi.fn();
    const stopListening = onCreditsUpdated(refetch);
    const { socket, push, emitWithAck } = pushedSocket();
    const opened = Promise.resolve(socket);
    const start = async (credits: number) => {
      queryClient.setQueryData(['credits', 'balance'], { credits, available: credits, held: 0 });
      const stop = new LiveConnection(queryClient, sessionStore(fakeServer({}).fetch), () => opened).start();
      await opened;
      push('connect');
      await vi.waitFor(() => expect(queryClient.getQueryData(['credits', 'balance'])).toMatchObject({ credits: 5 }));
      await emitWithAck.mock.results.at(-1)?.value;
      stop();
    };
    await start(5);
    expect(refetch).not.toHaveBeenCalled();
    await start(7);
    expect(refetch).toHaveBeenCalledTimes(1);
    stopListening();
    queryClient.clear();
  });

  it('a socket client that could not be loaded is loaded when the connection is back', async () => {
    const { socket, push } = pushedSocket();
    const connection = connectionOf(false);
    const open = vi.fn(() => (connection.isOnline() ? Promise.resolve(socket) : Promise.reject(new Error('offline'))));
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const live = new LiveConnection(queryClient, sessionStore(fakeServer({}).fetch), open, connection);
    const stop = live.start();
    await vi.waitFor(() => expect(live.getState()).toBe('offline'));
    await vi.waitFor(() => expect(log).toHaveBeenCalled());
    connection.become(true);
    await vi.waitFor(() => {
      push('connect');
      expect(live.getState()).toBe('live');
    });
    expect(open).toHaveBeenCalledTimes(2);
    stop();
    vi.restoreAllMocks();
  });

  it.each([
    [
      'a rate limit event before a disconnect',
      [
        ['limited', { code: 'too_many_requests', retryAfterSeconds: 60 }],
        ['disconnect', 'io server disconnect'],
      ],
    ],
    [
      'a refused handshake',
      [
        [
          'connect_error',
          Object.assign(new Error('Too many'), { data: { code: 'too_many_requests', retryAfterSeconds: 60 } }),
        ],
      ],
    ],
  ] as [string, [string, unknown][]][])(
    'the connection polls after %s and reconnects once, later',
    async (_, events) => {
      vi.useFakeTimers();
      const session = sessionStore(fakeServer({}).fetch);
      await session.establish(aSession('t1'));
      const { socket, push, connect } = pushedSocket();
      const opened = Promise.resolve(socket);
      const live = new LiveConnection(queryClient, session, () => opened);
      const stop = live.start();
      await opened;
      for (const [event, payload] of events) push(event, payload);
      expect(live.getState()).toBe('polling');
      vi.advanceTimersByTime(59_000);
      expect(connect).not.toHaveBeenCalled();
      vi.advanceTimersByTime(61_000);
      expect(connect).toHaveBeenCalledTimes(1);
      stop();
      vi.useRealTimers();
    },
  );

  it.each([
    ['signed_out', 'You’ve been signed out.'],
    ['blocked', 'This account has been blocked. Please contact support.'],
    ['password_changed', 'Your password was changed. Please sign in with the new one.'],
    ['token_reused', 'You’ve been signed out because your session was used on another device. Please sign in again.'],
  ])('session end %s signs out immediately', async (reason, text) => {
    const session = sessionStore(fakeServer({}).fetch);
    await session.establish(aSession('t1'));
    const { socket, push } = pushedSocket();
    const opened = Promise.resolve(socket);
    const stop = new LiveConnection(queryClient, session, () => opened).start();
    await opened;
    push('session.ended', { reason });
    expect(session.getState()).toMatchObject({ status: 'signed-out', user: null, error: text });
    stop();
  });

  it('updates that may be lost are requested once, within five seconds', async () => {
    vi.useFakeTimers();
    const session = sessionStore(fakeServer({}).fetch);
    await session.establish(aSession('t1'));
    const { socket, push, emitWithAck } = pushedSocket();
    const opened = Promise.resolve(socket);
    const stop = new LiveConnection(queryClient, session, () => opened).start();
    await opened;
    push('updates.lost');
    push('updates.lost');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(emitWithAck).toHaveBeenCalledTimes(1);
    expect(emitWithAck).toHaveBeenCalledWith('sync', expect.anything());
    expect(queryClient.getQueryData(['credits', 'balance'])).toMatchObject({ credits: 5 });
    stop();
    vi.useRealTimers();
  });

  it('credits are refetched once, soon after requests have been completed, because their holds are captured then', async () => {
    vi.useFakeTimers();
    const session = sessionStore(fakeServer({}).fetch);
    await session.establish(aSession('t1'));
    const { socket, push } = pushedSocket();
    const opened = Promise.resolve(socket);
    const stop = new LiveConnection(queryClient, session, () => opened).start();
    await opened;
    const refetch = vi.fn();
    const forget = onCreditsUpdated(refetch);
    push('request.updated', { id: 'r1', sequence: 4, status: 'processing' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refetch).not.toHaveBeenCalled();
    for (const id of ['r1', 'r2']) push('request.updated', { id, sequence: 5, status: 'completed' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(refetch).toHaveBeenCalledTimes(1);
    forget();
    stop();
    vi.useRealTimers();
  });

  it('an update is acknowledged if the gateway asks for it', async () => {
    const session = sessionStore(fakeServer({}).fetch);
    await session.establish(aSession('t1'));
    const { socket, push } = pushedSocket();
    const opened = Promise.resolve(socket);
    const stop = new LiveConnection(queryClient, session, () => opened).start();
    await opened;
    const acknowledge = vi.fn();
    push('request.updated', { request_id: 'r1', sequence: 1 }, acknowledge);
    push('request.updated', { request_id: 'r1', sequence: 2 });
    expect(acknowledge).toHaveBeenCalledTimes(1);
    stop();
  });
});
