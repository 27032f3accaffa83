import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connectivity } from './connectivity';

describe('Connectivity', () => {
  let hasNetwork: boolean;
  let isServerUp: boolean;
  let connectivity: Connectivity;
  let stop: () => void;
  const probe = vi.fn(() => (isServerUp ? Promise.resolve() : Promise.reject(new TypeError('Failed to fetch'))));
  const states: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    probe.mockClear();
    states.length = 0;
    hasNetwork = isServerUp = true;
    connectivity = new Connectivity({ probe, hasNetwork: () => hasNetwork });
    connectivity.subscribe(() => states.push(connectivity.getState()));
    stop = connectivity.start();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  const loseNetwork = () => {
    hasNetwork = isServerUp = false;
    window.dispatchEvent(new Event('offline'));
  };
  const regainNetwork = async () => {
    hasNetwork = isServerUp = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
  };

  it('a lost network is known at once, and a response proves that it is back', async () => {
    loseNetwork();
    expect(connectivity.getState()).toBe('offline');
    await regainNetwork();
    expect(states).toEqual(['offline', 'online']);
  });

  it('a network without a response from the server is not a connection', async () => {
    loseNetwork();
    hasNetwork = true;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(connectivity.getState()).toBe('unreachable');
  });

  it('a failed request alone changes nothing while the server responds', async () => {
    const fetch = connectivity.watch(() => Promise.reject(new TypeError('Connection reset')));
    await expect(fetch('/api/plans')).rejects.toThrow('Connection reset');
    await vi.advanceTimersByTimeAsync(0);
    expect(probe).toHaveBeenCalledTimes(1);
    expect(states).toEqual([]);
  });

  it('an aborted request causes no probe', async () => {
    const fetch = connectivity.watch(() => Promise.reject(new DOMException('', 'AbortError')));
    await expect(fetch('/api/plans', { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(probe).not.toHaveBeenCalled();
  });

  it('it probes with growing pauses until the server responds', async () => {
    isServerUp = false;
    await connectivity.check();
    expect(connectivity.getState()).toBe('unreachable');
    await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
    expect(probe).toHaveBeenCalledTimes(4);
    const back = connectivity.whenOnline();
    isServerUp = true;
    await vi.advanceTimersByTimeAsync(16_000);
    await back;
    expect(connectivity.isOnline()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(probe).toHaveBeenCalledTimes(5);
  });

  it('an action that needs the server runs only with a connection and is otherwise answered by a reminder', async () => {
    const action = vi.fn();
    loseNetwork();
    connectivity.unlessOffline(action)();
    expect(action).not.toHaveBeenCalled();
    expect(connectivity.getReminders()).toBe(1);
    await regainNetwork();
    connectivity.unlessOffline(action)();
    expect(action).toHaveBeenCalledTimes(1);
  });
});
