import { Intents } from '@luit/ui/intents';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';

const fail = (status: number) => () => Promise.reject(new ApiError('x', { status, code: 'unreadable' }));
const done = () => Promise.resolve('ok');

async function keysOf(...steps: [content: unknown, send: () => Promise<unknown>][]) {
  const intents = new Intents();
  const keys: string[] = [];
  for (const [content, send] of steps) {
    const sent = intents.run(content, (key) => {
      keys.push(key);
      return send();
    });
    await sent.catch(() => undefined);
  }
  return keys;
}

describe('Intents', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  it.each([0, 408, 429, 500, 503])('the key is kept after status %i, which is not definite', async (status) => {
    const [first, second] = await keysOf(['a', fail(status)], ['a', fail(status)]);
    expect(second).toBe(first);
  });

  it('the key is kept after an error without a status', async () => {
    const lose = () => Promise.reject(new TypeError('Failed to fetch'));
    const [first, second] = await keysOf(['a', lose], ['a', lose]);
    expect(second).toBe(first);
  });

  it.each([400, 402, 409])('a new key is used after status %i', async (status) => {
    const [first, second] = await keysOf(['a', fail(status)], ['a', fail(status)]);
    expect(second).not.toBe(first);
  });

  it('a new key is used for different content and after a success', async () => {
    const keys = await keysOf(['a', fail(0)], ['b', done], ['b', done]);
    expect(new Set(keys).size).toBe(3);
  });

  it('content without a definite answer keeps its key while other content is sent', async () => {
    const [first, , third] = await keysOf(['a', fail(0)], ['b', fail(0)], ['a', done]);
    expect(third).toBe(first);
  });

  it('the same content is sent once while it is in flight, also after a failure that was thrown at once', async () => {
    const intents = new Intents();
    const throws = () => {
      throw new Error('No file');
    };
    await expect(intents.run('a', throws)).rejects.toThrow('No file');
    const send = vi.fn(done);
    expect(await Promise.all([intents.run('a', send), intents.run('a', send)])).toEqual(['ok', 'ok']);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('a press repeats one that is in flight or was accepted within the last second, and extends that second', async () => {
    const intents = new Intents();
    expect(intents.isRepeated('a')).toBe(false);
    const sent = intents.run('a', done);
    expect(intents.isRepeated('a')).toBe(true);
    expect(intents.isRepeated('b')).toBe(false);
    await sent;
    for (let press = 0; press < 5; press += 1) {
      vi.advanceTimersByTime(900);
      expect(intents.isRepeated('a')).toBe(true);
    }
    vi.advanceTimersByTime(1_100);
    expect(intents.isRepeated('a')).toBe(false);
  });

  it('a press after a failure is not a repetition', async () => {
    const intents = new Intents();
    await expect(intents.run('a', fail(503))).rejects.toThrow();
    expect(intents.isRepeated('a')).toBe(false);
  });
});
