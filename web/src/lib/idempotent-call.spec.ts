import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error';
import { IdempotentCall } from './idempotent-call';

const fail = (status: number) => () => Promise.reject(new ApiError('x', { status, code: 'unreadable' }));

async function keysOf(intent: IdempotentCall, ...steps: [input: unknown, task: (key: string) => Promise<unknown>][]) {
  const keys: string[] = [];
  for (const [input, task] of steps) {
    const sent = intent.run(input, (key) => {
      keys.push(key);
      return task(key);
    });
    await sent.catch(() => undefined);
  }
  return keys;
}

describe('IdempotentCall', () => {
  it.each([0, 429, 500, 503])('the key is kept after status %i, which is not definite', async (status) => {
    const [first, second] = await keysOf(new IdempotentCall(), ['a', fail(status)], ['a', fail(status)]);
    expect(second).toBe(first);
  });

  it.each([400, 402, 409])('a new key is used after status %i', async (status) => {
    const [first, second] = await keysOf(new IdempotentCall(), ['a', fail(status)], ['a', fail(status)]);
    expect(second).not.toBe(first);
  });

  it('a new key is used for different input and after a success', async () => {
    const done = () => Promise.resolve('ok');
    const keys = await keysOf(new IdempotentCall(), ['a', fail(0)], ['b', done], ['b', done]);
    expect(new Set(keys).size).toBe(3);
  });
});
